//! The rows of the table and the arguments that they are called with.

use sprung::{Damper, Real, Rotation, Spring, State};
use testkit::precision::Precision;

use crate::numbers::Numbers;
use crate::rows;

/// Both number types under test.
pub(crate) trait ParameterValue: Real + Precision {}
impl ParameterValue for f32 {}
impl ParameterValue for f64 {}

/// The meaning of an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A time step: 0, −0, negative and NaN change nothing.
    Time,
    /// A component of a state or goal.
    Component(usize),
    /// Anything else.
    Other,
}

/// Hands out the arguments of one call: ordinary ones, except where another is put in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Args<R> {
    pub(crate) put_in: Vec<Option<R>>,
    pub(crate) kinds: Vec<Kind>,
}

impl<R: ParameterValue> Args<R> {
    fn next(&mut self, kind: Kind, ordinary: f64) -> R {
        let put_in = self.put_in.get(self.kinds.len()).copied().flatten();
        self.kinds.push(kind);
        put_in.unwrap_or(R::from_f64(ordinary))
    }

    /// A time step in seconds.
    pub(crate) fn dt(&mut self) -> R {
        self.next(Kind::Time, 0.04)
    }

    /// A number.
    pub(crate) fn number(&mut self, ordinary: f64) -> R {
        self.next(Kind::Other, ordinary)
    }

    /// A vector of two components.
    pub(crate) fn pair(&mut self, ordinary: f64) -> [R; 2] {
        [(0, ordinary), (1, 0.5 - 0.3 * ordinary)]
            .map(|(component, ordinary)| self.next(Kind::Component(component), ordinary))
    }

    /// A vector of three components that belong together.
    pub(crate) fn triple(&mut self, ordinary: f64) -> [R; 3] {
        [ordinary, 0.5 - 0.3 * ordinary, 0.7].map(|ordinary| self.number(ordinary))
    }

    /// A state of two components.
    pub(crate) fn state(&mut self) -> State<[R; 2]> {
        State::new(self.pair(1.5), self.pair(-2.0))
    }

    /// A state of one component.
    pub(crate) fn scalar_state(&mut self) -> State<R> {
        State::new(self.number(1.5), self.number(-2.0))
    }

    /// A spring; an ordinary one where the parameters make none.
    pub(crate) fn spring(&mut self) -> Spring<R> {
        let spring = Spring::new(self.number(7.0), self.number(0.6));
        spring.unwrap_or(Spring::critical(R::ONE).unwrap())
    }

    /// A damper; an ordinary one where the rate makes none.
    pub(crate) fn damper(&mut self) -> Damper<R> {
        Damper::from_rate(self.number(3.0)).unwrap_or(Damper::from_rate(R::ONE).unwrap())
    }

    /// A rotation from its rotation vector.
    pub(crate) fn rotation(&mut self, ordinary: f64) -> Rotation<R> {
        Rotation::from_rotation_vector(self.triple(ordinary))
    }
}

/// The promises of a row beside those of every row.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Promises {
    /// A time step that is none changes nothing.
    pub(crate) no_time: bool,
    /// An infinite time step ends where the row says.
    pub(crate) ends: bool,
    /// Components do not know each other.
    pub(crate) apart: bool,
    /// No NaN comes out, whatever goes in.
    pub(crate) never_nan: bool,
    /// 0 and −0 are the same.
    pub(crate) one_zero: bool,
    /// Ordinary numbers give finite ones.
    pub(crate) finite: bool,
}

/// What one call gave.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen<R> {
    pub(crate) before: Vec<R>,
    pub(crate) after: Vec<R>,
    pub(crate) end: Vec<R>,
}

type Call<R> = Box<dyn Fn(&mut Args<R>) -> Seen<R>>;

/// One public function.
pub(crate) struct Row<R> {
    pub(crate) name: &'static str,
    pub(crate) promises: Promises,
    pub(crate) call: Call<R>,
}

/// All public functions.
pub(crate) struct Table<R> {
    pub(crate) rows: Vec<Row<R>>,
}

const ALL: Promises = Promises {
    no_time: false,
    ends: false,
    apart: false,
    never_nan: false,
    one_zero: true,
    finite: true,
};

impl<R: ParameterValue> Table<R> {
    /// Every row.
    pub(crate) fn full() -> Self {
        let mut table = Table { rows: Vec::new() };
        rows::add(&mut table);
        table
    }

    /// Moves a state by a time step and, in an infinite one, to an end; components apart.
    /// The call gives the state before, the state after, and the end.
    pub(crate) fn moves<T: Numbers<R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> (T, T, T) + 'static,
    ) {
        self.motion(name, Promises { no_time: true, ends: true, apart: true, ..ALL }, call);
    }

    /// As [`moves`](Self::moves), where the components belong together.
    pub(crate) fn moves_whole<T: Numbers<R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> (T, T, T) + 'static,
    ) {
        self.motion(name, Promises { no_time: true, ends: true, ..ALL }, call);
    }

    /// Moves a state by a time step; nothing is promised of an infinite one. Gives the state before and after.
    pub(crate) fn drifts<T: Numbers<R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> (T, T) + 'static,
    ) {
        self.motion(name, Promises { no_time: true, ..ALL }, move |a| {
            let (before, after) = call(a);
            (before, after, None::<()>)
        });
    }

    /// Gives finite numbers for ordinary ones.
    pub(crate) fn answers<T: Numbers<R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> T + 'static,
    ) {
        self.motion(name, ALL, move |a| (None::<()>, call(a), None::<()>));
    }

    /// As [`answers`](Self::answers), and whatever is accepted gives no NaN.
    pub(crate) fn builds<T: Numbers<R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> T + 'static,
    ) {
        let promises = Promises { never_nan: true, ..ALL };
        self.motion(name, promises, move |a| (None::<()>, call(a), None::<()>));
    }

    /// Promises nothing but to end, without a panic: takes numbers as they are.
    pub(crate) fn ends<T: Numbers<R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> T + 'static,
    ) {
        let none = Promises::default();
        self.motion(name, none, move |a| (None::<()>, call(a), None::<()>));
    }

    fn motion<A: Numbers<R>, B: Numbers<R>, C: Numbers<R>>(
        &mut self,
        name: &'static str,
        promises: Promises,
        call: impl Fn(&mut Args<R>) -> (A, B, C) + 'static,
    ) {
        let call: Call<R> = Box::new(move |a| {
            let (before, after, end) = call(a);
            Seen { before: before.list(), after: after.list(), end: end.list() }
        });
        self.rows.push(Row { name, promises, call });
    }
}
