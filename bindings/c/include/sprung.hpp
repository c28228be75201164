// Springs for C++17: values with methods, errors as exceptions, handles that free themselves.
// Everything else is in sprung.h, and works with these types: get() and raw() return what its functions take.

#ifndef SPRUNG_HPP
#define SPRUNG_HPP

#include <cstddef>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sprung.h"

namespace sprung {

// A failed call: the status, and the message as what().
class Error : public std::runtime_error {
  public:
    Error(SprungStatus status, const char *message) : std::runtime_error(message), status(status) {}
    SprungStatus status;
};

// Throws unless a call succeeded.
inline void check(SprungStatus status) {
    if (status != SPRUNG_STATUS_OK) throw Error(status, sprung_last_error());
}

template <typename Real> class Spring;

// The two precisions are one text; the methods are the functions of sprung.h without their prefix.
#define SPRUNG_HPP_SPRING(Real, F, f) \
    template <> class Spring<Real> { \
      public: \
        using State = SprungState##F; \
        using Step = SprungSpringStep##F; \
        Spring() : raw_(sprung_spring_default_##f()) {} \
        explicit Spring(SprungSpring##F raw) : raw_(raw) {} \
        Spring(Real angular_frequency, Real damping_ratio) { \
            check(sprung_spring_new_##f(angular_frequency, damping_ratio, &raw_)); \
        } \
        static Spring parse(const std::string &spec) { \
            return make([&](auto *to) { return sprung_spring_parse_##f(spec.c_str(), to); }); \
        } \
        static Spring from_frequency(Real frequency, Real damping_ratio) { \
            return make([=](auto *to) { return sprung_spring_from_frequency_##f(frequency, damping_ratio, to); }); \
        } \
        static Spring from_halflife(Real halflife, Real damping_ratio) { \
            return make([=](auto *to) { return sprung_spring_from_halflife_##f(halflife, damping_ratio, to); }); \
        } \
        static Spring from_duration_and_bounce(Real duration, Real bounce) { \
            return make([=](auto *to) { return sprung_spring_from_duration_and_bounce_##f(duration, bounce, to); }); \
        } \
        static Spring from_stiffness_and_damping(Real stiffness, Real damping) { \
            return make([=](auto *to) { \
                return sprung_spring_from_stiffness_and_damping_##f(stiffness, damping, to); \
            }); \
        } \
        Step step(Real dt) const { return sprung_spring_step_##f(raw_, dt); } \
        State update(State state, Real goal, Real dt) const { \
            check(sprung_spring_update_##f(raw_, &state, goal, dt)); \
            return state; \
        } \
        Real halflife() const { return sprung_spring_halflife_##f(raw_); } \
        Real overshoot() const { return sprung_spring_overshoot_##f(raw_); } \
        Real settling_time(Real tolerance = sprung_default_settling_tolerance_##f()) const { \
            return sprung_spring_settling_time_##f(raw_, tolerance); \
        } \
        std::string text() const { \
            char buffer[256]; \
            check(sprung_spring_to_text_##f(raw_, buffer, sizeof buffer, nullptr)); \
            return buffer; \
        } \
        const SprungSpring##F &raw() const { return raw_; } \
\
      private: \
        template <typename Make> static Spring make(Make make) { \
            Spring made; \
            check(make(&made.raw_)); \
            return made; \
        } \
        SprungSpring##F raw_; \
    }; \
    inline SprungState##F apply(const SprungSpringStep##F &step, SprungState##F state, Real goal) { \
        return sprung_spring_step_apply_##f(step, state, goal); \
    }
SPRUNG_HPP_SPRING(double, F64, f64)
SPRUNG_HPP_SPRING(float, F32, f32)
#undef SPRUNG_HPP_SPRING

// A handle that frees itself: it can be moved, not copied.
template <typename Raw, SprungStatus (*Free)(Raw)> class Handle {
  public:
    Handle() = default;
    explicit Handle(Raw raw) : raw_(raw) {}
    Handle(Handle &&other) noexcept : raw_(std::exchange(other.raw_, Raw{})) {}
    Handle &operator=(Handle &&other) noexcept {
        std::swap(raw_, other.raw_);
        return *this;
    }
    ~Handle() {
        if (raw_.id != 0) Free(raw_);
    }
    Raw get() const { return raw_; }

  protected:
    Raw raw_{};
};

// A network as data.
class Network : public Handle<SprungNetwork, sprung_network_free> {
  public:
    Network() { check(sprung_network_new(&raw_)); }
    explicit Network(SprungNetwork raw) : Handle(raw) {}
    static Network rope(SprungVector3F32 from, SprungVector3F32 to, std::size_t links, float mass) {
        SprungNetwork raw;
        check(sprung_network_rope(from, to, links, mass, &raw));
        return Network(raw);
    }
    static Network cloth(std::size_t columns, std::size_t rows, float spacing, float mass) {
        SprungNetwork raw;
        check(sprung_network_cloth(columns, rows, spacing, mass, nullptr, nullptr, nullptr, &raw));
        return Network(raw);
    }
    std::size_t size() const { return sprung_network_particle_count(raw_); }
    void fix(std::initializer_list<std::size_t> particles) {
        check(sprung_network_fix(raw_, particles.begin(), particles.size()));
    }
};

// A solver of a network.
class Solver : public Handle<SprungSolver, sprung_solver_free> {
  public:
    explicit Solver(const Network &network, const SprungSettings &settings = sprung_settings_default()) {
        check(sprung_solver_new(network.get(), &settings, &raw_));
    }
    void step(float dt) { check(sprung_solver_step(raw_, dt)); }
    std::size_t size() const { return sprung_solver_particle_count(raw_); }
    // The positions now, valid until the next call of this method.
    const SprungVector3F32 *positions() const { return sprung_solver_positions(raw_); }
    // The particles that have overflowed in the last step and were put back, ascending.
    std::vector<std::size_t> quarantined() const {
        std::size_t count = 0;
        const std::size_t *particles = sprung_solver_quarantined(raw_, &count);
        return std::vector<std::size_t>(particles, particles + count);
    }
    void set_target(std::size_t particle, SprungVector3F32 target) {
        check(sprung_solver_set_kinematic_target(raw_, particle, target));
    }
};

}  // namespace sprung

#endif  // SPRUNG_HPP
