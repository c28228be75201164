// Writes testkit/golden/limited_motion.csv: the durations of time-optimal motions of one degree of freedom between a
// state and a goal that has a velocity, by Ruckig 0.17.3 (https://github.com/pantor/ruckig).
//
//     g++ -std=c++20 tools/golden_limited.cpp -lruckig -o golden_limited && ./golden_limited > testkit/golden/limited_motion.csv
//
// All inputs are numbers of single precision, within the limits and able to stay there.

#include <cmath>
#include <cstdio>
#include <random>

#include <ruckig/ruckig.hpp>

int main() {
    std::mt19937_64 bits(1);
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    auto spread = [&](double size) { return (double)(float)(size * (2.0 * unit(bits) - 1.0)); };
    auto limit = [&](double low, double high) { return (double)(float)(low * std::pow(high / low, unit(bits))); };
    ruckig::Ruckig<1> ruckig;
    ruckig::InputParameter<1> in;
    ruckig::Trajectory<1> trajectory;
    std::printf("position,velocity,acceleration,goal,goal_velocity,max_velocity,max_acceleration,max_jerk,duration\n");
    for (int rows = 0; rows < 600;) {
        const double v = limit(0.1, 30.0), a = limit(0.1, 30.0), j = limit(0.1, 100.0);
        in.max_velocity = {v}, in.max_acceleration = {a}, in.max_jerk = {j};
        in.current_position = {spread(5.0)}, in.target_position = {spread(5.0)};
        in.current_velocity = {rows % 3 ? spread(v) : 0.0};
        in.current_acceleration = {rows % 4 ? spread(a) : 0.0};
        in.target_velocity = {rows % 2 ? spread(v) : 0.0};
        in.target_acceleration = {0.0};
        const double v0 = in.current_velocity[0], a0 = in.current_acceleration[0];
        if (std::abs(v0 + a0 * std::abs(a0) / (2.0 * j)) > v || ruckig.calculate(in, trajectory) < 0) {
            continue;
        }
        std::printf("%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g\n", in.current_position[0], v0, a0,
                    in.target_position[0], in.target_velocity[0], v, a, j, trajectory.get_duration());
        rows += 1;
    }
}
