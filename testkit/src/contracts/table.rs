//! The rows of the table and the arguments that they are called with.

use std::fmt;
use std::marker::PhantomData;

use super::numbers::Numbers;
use crate::precision::Precision;

/// The meaning of an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A time step: 0, −0, negative and NaN change nothing.
    Time,
    /// A component of a state or goal.
    Component(usize),
    /// Anything else.
    Other,
}

/// Supplies the arguments of one call: ordinary ones, except where another is substituted.
#[derive(Clone, Debug, Default)]
pub struct Args<R> {
    pub(super) put_in: Vec<Option<R>>,
    pub(super) kinds: Vec<Kind>,
}

impl<R: Precision> Args<R> {
    /// An argument of any meaning; `ordinary` unless another is substituted.
    pub fn next(&mut self, kind: Kind, ordinary: f64) -> R {
        let put_in = self.put_in.get(self.kinds.len()).copied().flatten();
        self.kinds.push(kind);
        put_in.unwrap_or(R::nearest(ordinary))
    }

    /// A time step in seconds.
    pub fn dt(&mut self) -> R {
        self.next(Kind::Time, 0.04)
    }

    /// A number.
    pub fn number(&mut self, ordinary: f64) -> R {
        self.next(Kind::Other, ordinary)
    }

    /// A vector of two components.
    pub fn pair(&mut self, ordinary: f64) -> [R; 2] {
        [(0, ordinary), (1, 0.5 - 0.3 * ordinary)]
            .map(|(component, ordinary)| self.next(Kind::Component(component), ordinary))
    }

    /// A vector of three coupled components.
    pub fn triple(&mut self, ordinary: f64) -> [R; 3] {
        [ordinary, 0.5 - 0.3 * ordinary, 0.7].map(|ordinary| self.number(ordinary))
    }
}

/// The promises of a row in addition to those of every row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Promises {
    /// A degenerate time step changes nothing.
    pub no_time: bool,
    /// An infinite time step ends at the state given in the row.
    pub ends: bool,
    /// Components are independent of each other.
    pub apart: bool,
    /// The result is never NaN, for any input.
    pub never_nan: bool,
    /// 0 and −0 are the same.
    pub one_zero: bool,
    /// Ordinary numbers give finite ones.
    pub finite: bool,
}

/// The numbers before, after and at the end of one call.
#[derive(Clone, Debug)]
pub struct Seen<R> {
    /// The state before the call.
    pub before: Vec<R>,
    /// The result.
    pub after: Vec<R>,
    /// The state after an infinite time step.
    pub end: Vec<R>,
}

type Call<R> = Box<dyn Fn(&mut Args<R>) -> Seen<R>>;

/// One public function.
pub struct Row<R> {
    /// `Type::method` or `module::function`, without the crate's name.
    pub name: &'static str,
    /// Its promises.
    pub promises: Promises,
    pub(super) call: Call<R>,
}

impl<R> fmt::Debug for Row<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Row").field("name", &self.name).field("promises", &self.promises).finish()
    }
}

/// All public functions of a crate; `Owner` is any type of its tests, see [`Numbers`].
#[derive(Debug)]
pub struct Table<Owner, R> {
    /// The rows in the order in which they were added.
    pub rows: Vec<Row<R>>,
    owner: PhantomData<Owner>,
}

impl<Owner, R> Default for Table<Owner, R> {
    fn default() -> Self {
        Table { rows: Vec::new(), owner: PhantomData }
    }
}

const ALL: Promises = Promises {
    no_time: false,
    ends: false,
    apart: false,
    never_nan: false,
    one_zero: true,
    finite: true,
};

impl<Owner, R: Precision> Table<Owner, R> {
    /// A table that `rows` fills.
    pub fn of(rows: impl Fn(&mut Self)) -> Self {
        let mut table = Table::default();
        rows(&mut table);
        table
    }

    /// Moves a state by a time step and, in an infinite one, to an end; with independent components.
    /// The call gives the state before, the state after, and the end.
    pub fn moves<T: Numbers<Owner, R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> (T, T, T) + 'static,
    ) {
        self.row(name, Promises { no_time: true, ends: true, apart: true, ..ALL }, call);
    }

    /// As [`moves`](Self::moves), with coupled components.
    pub fn moves_whole<T: Numbers<Owner, R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> (T, T, T) + 'static,
    ) {
        self.row(name, Promises { no_time: true, ends: true, ..ALL }, call);
    }

    /// Moves a state by a time step; nothing is promised of an infinite one. Gives the state before and after.
    pub fn drifts<T: Numbers<Owner, R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> (T, T) + 'static,
    ) {
        self.row(name, Promises { no_time: true, ..ALL }, move |a| {
            let (before, after) = call(a);
            (before, after, None::<()>)
        });
    }

    /// As [`drifts`](Self::drifts), and the result is never NaN, for any input.
    pub fn survives<T: Numbers<Owner, R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> (T, T) + 'static,
    ) {
        self.row(name, Promises { no_time: true, never_nan: true, ..ALL }, move |a| {
            let (before, after) = call(a);
            (before, after, None::<()>)
        });
    }

    /// Gives finite numbers for ordinary ones.
    pub fn answers<T: Numbers<Owner, R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> T + 'static,
    ) {
        self.row(name, ALL, move |a| (None::<()>, call(a), None::<()>));
    }

    /// As [`answers`](Self::answers), and no accepted input gives NaN.
    pub fn builds<T: Numbers<Owner, R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> T + 'static,
    ) {
        let promises = Promises { never_nan: true, ..ALL };
        self.row(name, promises, move |a| (None::<()>, call(a), None::<()>));
    }

    /// Promises only to return without a panic: takes numbers as they are.
    pub fn ends<T: Numbers<Owner, R>>(
        &mut self,
        name: &'static str,
        call: impl Fn(&mut Args<R>) -> T + 'static,
    ) {
        let none = Promises::default();
        self.row(name, none, move |a| (None::<()>, call(a), None::<()>));
    }

    fn row<A, B, C>(
        &mut self,
        name: &'static str,
        promises: Promises,
        call: impl Fn(&mut Args<R>) -> (A, B, C) + 'static,
    ) where
        A: Numbers<Owner, R>,
        B: Numbers<Owner, R>,
        C: Numbers<Owner, R>,
    {
        let call: Call<R> = Box::new(move |a| {
            let (before, after, end) = call(a);
            Seen { before: before.list(), after: after.list(), end: end.list() }
        });
        self.rows.push(Row { name, promises, call });
    }
}
