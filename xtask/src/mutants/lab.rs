//! The copy of the commit in which the mutants of a package are built and tried.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use super::build::{self, Error, Programs};
use super::list::{self, Function, Lines, Mutant, Output};
use super::outcomes::{Outcome, Outcomes, Record};
use super::schema::{self, Change, Places};
use super::tests::{Place, Test};
use crate::command::{self, cargo, output, program};
use crate::parallel::in_parallel;
use crate::workspace::Workspace;

/// The number of mutants in a build.
const TOGETHER: usize = 600;
/// Code for lanes is compiled for SSE2 only, which has the same bits as all levels. There it need not be inlined …
const FLAGS: &str = "-C symbol-mangling-version=v0 --cap-lints=allow --cfg disable_dispatch_avx512 \
                     --cfg disable_dispatch_avx2 --cfg disable_dispatch_sse4_2";
/// … which makes copies of mutants in those of others: more than 22 GiB for the compiler.
const ALWAYS_INLINE: &str = "#[inline(always)]";
const INLINE_IF_SHORT: &str = "#[inline]        ";
/// The most mutants of a function that are tried one after the other; the test that catches one is the first for the next.
const IN_A_ROW: usize = 8;
/// A build for one mutant may take this many seconds: a constant may take forever.
const BUILD: u32 = 120;
/// A mutant that has a reason to survive is tried with the tests that take at most this long.
const QUICK: Duration = Duration::from_secs(1);

pub(super) struct Lab<'a> {
    workspace: &'a Workspace,
    package: &'a str,
    /// The folder of the package in the copy.
    inside: PathBuf,
    /// The folder for the copy, the builds and the record.
    folder: PathBuf,
    mutants: Vec<Mutant>,
    files: BTreeMap<String, File>,
    /// Functions that constants call.
    constant: BTreeSet<String>,
    record: Record,
    /// False if mutants that need a build of their own are left as they are.
    tries_alone: bool,
}

/// A source of the package.
struct File {
    text: String,
    functions: Vec<Function>,
    /// The number of the first function, in the whole package.
    first: usize,
}

/// Builds for many mutants, each of which compiles most of the package, or for one, which change little.
enum Builds {
    OfMany,
    OfOne,
}

/// A mutant in a build, by its index.
struct Tried {
    index: usize,
    /// The number of its function in the package.
    function: usize,
}

impl<'a> Lab<'a> {
    /// Makes the copy and lists the mutants.
    pub(super) fn new(workspace: &'a Workspace, tool: &Path, package: &'a str) -> Result<Self> {
        let folder = workspace.target.join("mutants");
        let tree = folder.join("tree");
        check_out(workspace, &tree)?;
        let mut list = program(workspace, tool, "mutants --list --json --all-features --package");
        let list = output(list.arg(package).arg("--dir").arg(&tree))?;
        let mutants: Vec<Mutant> = serde_json::from_str(&list).context("cargo-mutants")?;
        let (mut files, mut first) = (BTreeMap::new(), 0);
        let known = workspace.packages.iter().find(|known| known.name == package);
        let inside = &known.context("no such package")?.folder;
        let hashes = hashes(workspace, &format!("{inside}/src"))?;
        let root = format!("{inside}/src/lib.rs");
        let changed = mutants.iter().map(|mutant| &mutant.file);
        for name in changed.chain([&root]).collect::<BTreeSet<_>>() {
            let text = fs::read_to_string(tree.join(name))?;
            let text = text.replace(ALWAYS_INLINE, INLINE_IF_SHORT);
            let functions = list::functions(&Lines::new(&text))?;
            let file = File { text, functions, first };
            first += file.functions.len();
            files.insert(name.clone(), file);
        }
        let record = Record::read(folder.join(format!("{package}.outcomes")), hashes);
        let (inside, constant) = (tree.join(inside), BTreeSet::new());
        Ok(Self {
            workspace,
            package,
            inside,
            folder,
            mutants,
            files,
            constant,
            record,
            tries_alone: true,
        })
    }

    /// The hash of a file of the package in git.
    pub(super) fn hash(&self, file: &str) -> Option<&str> {
        self.record.hashes.get(file).map(String::as_str)
    }

    /// Tries the mutants that are asked for, each given with its file and the hash of that, with the tests that take at most
    /// some time; where the answer is true, there is a reason to survive. Returns their outcomes by files and hashes: none for
    /// what such tests do not notice, unless these are all.
    pub(super) fn run(
        &mut self,
        most: Option<Duration>,
        mut ask: impl FnMut(&str, &str, &str) -> Option<bool>,
    ) -> Result<BTreeMap<(&str, &str), Outcomes<'_>>> {
        let (mut asked, mut explained, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for (index, mutant) in self.mutants.iter().enumerate() {
            let hash = self.hash(&mutant.file).context("a mutant has no file")?;
            let Some(has_reason) = ask(&mutant.name, &mutant.file, hash) else { continue };
            asked.push(index);
            if self.record.outcome(&mutant.name).is_none() {
                if has_reason { explained.push(index) } else { others.push(index) }
            }
        }
        let is_done = explained.is_empty() && others.is_empty();
        if !is_done && most != Some(Duration::ZERO) {
            let mut tests = self.marked(most)?;
            self.record.takes_survivors = most.is_none();
            self.tries_alone = most.is_none();
            self.try_all(&others, &tests)?;
            tests.retain(|test| test.time <= QUICK);
            self.record.takes_survivors = true;
            self.try_all(&explained, &tests)?;
        }
        let mut outcomes: BTreeMap<_, Outcomes> = BTreeMap::new();
        for index in asked {
            let mutant = &self.mutants[index];
            let outcome = self.record.outcome(&mutant.name);
            let file = (&mutant.file[..], &self.record.hashes[&mutant.file][..]);
            outcomes.entry(file).or_default().push((&mutant.name[..], outcome));
        }
        Ok(outcomes)
    }

    /// The tests that take at most some time with what they reach; finds the functions that constants call.
    fn marked(&mut self, most: Option<Duration>) -> Result<Vec<Test>> {
        loop {
            for (name, file) in &self.files {
                let keeps = |function: &Function| self.keeps(function);
                let text = schema::with_marks(&file.text, &file.functions, file.first, keeps);
                self.write(name, &text)?;
            }
            let errors = match self.build()? {
                Ok(programs) => {
                    let place = Place { folder: &self.inside, scratch: &self.folder };
                    let functions = self.files.values().map(|file| file.functions.len()).sum();
                    println!("{}: {} programs of tests", self.package, programs.len());
                    let start = Instant::now();
                    let tests = place.tests(&programs, functions, most)?;
                    println!("{} tests, {:.0?}", tests.len(), start.elapsed());
                    return Ok(tests);
                }
                Err(errors) => errors,
            };
            let before = self.constant.len();
            self.constant.extend(errors.iter().filter_map(|error| error.not_const.clone()));
            ensure!(self.constant.len() > before, "{}", texts(&errors));
        }
    }

    /// True if a function stays `const`.
    fn keeps(&self, function: &Function) -> bool {
        function.constness.is_some() && self.constant.contains(&function.name)
    }

    /// Tries mutants, many in a build where they are in functions that can choose one.
    fn try_all(&mut self, indices: &[usize], tests: &[Test]) -> Result<()> {
        let start = Instant::now();
        let (mut together, mut alone) = (Vec::new(), Vec::new());
        for &index in indices {
            let mutant = &self.mutants[index];
            let file = &self.files[&mutant.file];
            let at = mutant.function(&Lines::new(&file.text), &file.functions);
            let chooses = at.filter(|at| {
                let function = &file.functions[*at];
                !self.keeps(function) && function.output != Output::Opaque
            });
            match chooses {
                Some(at) => together.push(Tried { index, function: file.first + at }),
                None => alone.push(index),
            }
        }
        println!("{} mutants in builds of many, {} alone", together.len(), alone.len());
        let mut tried = 0;
        while !together.is_empty() {
            let mut count = TOGETHER.min(together.len());
            let function = |at: usize| together.get(at).map(|tried: &Tried| tried.function);
            while function(count) == function(count - 1) {
                count += 1;
            }
            let rest = together.split_off(count);
            let chunk = std::mem::replace(&mut together, rest);
            tried += chunk.len();
            self.try_together(chunk, tests)?;
            self.report(tried, indices.len(), start);
        }
        if !self.tries_alone {
            alone.clear();
        }
        for index in alone {
            tried += 1;
            self.try_alone(index, tests)?;
            self.report(tried, indices.len(), start);
        }
        Ok(())
    }

    fn report(&self, tried: usize, all: usize, start: Instant) {
        println!("{tried} of {all} tried; {:.0?}", start.elapsed());
    }

    /// Tries mutants in one build; those that do not compile are left out of it, one compilation after the other.
    fn try_together(&mut self, mut chunk: Vec<Tried>, tests: &[Test]) -> Result<()> {
        let programs = loop {
            let places = self.write_schema(&chunk)?;
            let errors = match self.build_in_parts()? {
                Ok(programs) => break programs,
                // The compiler took all memory.
                Err(errors) if errors.is_empty() && chunk.len() > 1 => {
                    let rest = chunk.split_off(chunk.len() / 2);
                    self.try_together(chunk, tests)?;
                    return self.try_together(rest, tests);
                }
                Err(errors) => errors,
            };
            let wrong = |(file, at): &(String, Range<usize>)| {
                let has = |body: &Range<usize>| body.start <= at.start && at.end <= body.end;
                let (_, number) = places.get(file)?.iter().find(|(body, _)| has(body))?;
                Some(number - 1)
            };
            let wrong: BTreeSet<usize> =
                errors.iter().flat_map(|error| error.places.iter().filter_map(wrong)).collect();
            ensure!(!wrong.is_empty(), "{}", texts(&errors));
            for index in &wrong {
                self.record.add(&self.mutants[*index].name, Outcome::Unviable)?;
            }
            chunk.retain(|tried| !wrong.contains(&tried.index));
        };
        let functions = chunk.chunk_by(|a, b| a.function == b.function);
        let groups: Vec<&[Tried]> = functions.flat_map(|tried| tried.chunks(IN_A_ROW)).collect();
        let place = Place { folder: &self.inside, scratch: &self.folder };
        let tried = in_parallel(&groups, |_, group| {
            let function = group[0].function;
            let mut tests: Vec<&Test> =
                tests.iter().filter(|test| test.reaches(function)).collect();
            group.iter().try_for_each(|tried| {
                let outcome = place.try_mutant(&programs, tried.index + 1, &mut tests)?;
                self.record.add(&self.mutants[tried.index].name, outcome)
            })
        });
        tried.into_iter().collect()
    }

    /// Tries a mutant in builds of its own: first with the unit tests, which are built soonest, then with the golden bits.
    fn try_alone(&mut self, index: usize, tests: &[Test]) -> Result<()> {
        for (name, file) in &self.files {
            self.write(name, &file.text)?;
        }
        let mutant = &self.mutants[index];
        let text = &self.files[&mutant.file].text;
        let bytes = mutant.bytes(&Lines::new(text));
        let changed = [&text[..bytes.start], &mutant.replacement, &text[bytes.end..]].concat();
        self.write(&mutant.file, &changed)?;
        let mut outcome = Outcome::Survived;
        let unit = format!("test --no-run --lib --package {}", self.package);
        let golden = String::from("build --tests --package determinism");
        for arguments in [unit, golden, self.tests("--tests")] {
            let programs = match build::build(&mut self.cargo(&arguments, Builds::OfOne))? {
                Ok(programs) => programs,
                Err(errors) => {
                    let is_killed = errors.is_empty();
                    outcome = if is_killed { Outcome::TooSlow } else { Outcome::Unviable };
                    break;
                }
            };
            let place = Place { folder: &self.inside, scratch: &self.folder };
            let mut tests: Vec<&Test> = tests.iter().filter(|test| test.is_of(&programs)).collect();
            outcome = place.try_mutant(&programs, 0, &mut tests)?;
            if outcome != Outcome::Survived {
                break;
            }
        }
        self.record.add(&mutant.name, outcome)
    }

    /// Writes the sources with these mutants; returns the bytes of each, by its number, in the files.
    fn write_schema(&self, chunk: &[Tried]) -> Result<BTreeMap<String, Places>> {
        let mut places = BTreeMap::new();
        for (name, file) in &self.files {
            let lines = Lines::new(&file.text);
            let own = chunk.iter().filter(|tried| self.mutants[tried.index].file == *name);
            let changes: Vec<Change> = own
                .map(|Tried { index, function }| Change {
                    number: index + 1,
                    function: function - file.first,
                    bytes: self.mutants[*index].bytes(&lines),
                    replacement: &self.mutants[*index].replacement,
                })
                .collect();
            let keeps = |function: &Function| self.keeps(function);
            let (text, of_file) = schema::with_all(&file.text, &file.functions, &changes, keeps);
            self.write(name, &text)?;
            places.insert(name.clone(), of_file);
        }
        Ok(places)
    }

    /// Writes a source in the copy if it has changed, so that cargo knows what it built; the root of the library gets the
    /// module that reads the number of the mutant.
    fn write(&self, name: &str, text: &str) -> Result<()> {
        let path = self.folder.join("tree").join(name);
        let is_root = path == self.inside.join("src/lib.rs");
        let text = [text, if is_root { schema::RUNTIME } else { "" }].concat();
        if fs::read_to_string(&path)? != text {
            fs::write(&path, text)?;
        }
        Ok(())
    }

    /// Checks the library, which finds most errors, and builds it before its tests: both at once take too much memory.
    /// With a test, it has the features that it has for all of them, and is not built again.
    fn build_in_parts(&self) -> Result<Result<Programs, Vec<Error>>> {
        let check = format!("check --keep-going --lib --package {}", self.package);
        let library = self.tests("--test springs");
        for arguments in [check, library] {
            if let Err(errors) = build::build(&mut self.cargo(&arguments, Builds::OfMany))? {
                return Ok(Err(errors));
            }
        }
        self.build()
    }

    fn build(&self) -> Result<Result<Programs, Vec<Error>>> {
        build::build(&mut self.cargo(&self.tests("--tests"), Builds::OfMany))
    }

    /// Builds tests of the package, and of the bits and the saved values of all packages.
    fn tests(&self, which: &str) -> String {
        let packages = format!("--package {} --package determinism --package saved", self.package);
        format!("build --keep-going --lib {which} {packages}")
    }

    fn cargo(&self, arguments: &str, builds: Builds) -> Command {
        let options = "--profile mutants --all-features";
        let arguments = format!("{arguments} {options}");
        let (mut cargo, folder, incremental) = match builds {
            // A compilation that was killed can leave a cache that no longer links.
            Builds::OfMany => (cargo(self.workspace, &arguments), "build", "0"),
            Builds::OfOne => {
                let limited = format!("--signal=KILL {BUILD} cargo {arguments}");
                (program(self.workspace, "timeout", &limited), "build-of-one", "1")
            }
        };
        cargo.current_dir(self.folder.join("tree"));
        cargo.env("CARGO_TARGET_DIR", self.folder.join(folder));
        cargo.env("CARGO_INCREMENTAL", incremental);
        cargo.env("RUSTFLAGS", FLAGS);
        cargo
    }
}

/// Makes the copy equal to the commit; files that are the same keep their times, so that cargo knows what it built.
fn check_out(workspace: &Workspace, tree: &Path) -> Result<()> {
    fs::create_dir_all(tree)?;
    let git = |arguments: &str| {
        let mut git = program(workspace, "git", arguments);
        git.current_dir(tree);
        git
    };
    command::run(&mut git("init --quiet"))?;
    command::run(git("fetch --quiet --depth 1").arg(&workspace.root).arg("HEAD"))?;
    command::run(&mut git("checkout --quiet --force --detach FETCH_HEAD"))
}

/// The hashes of the files in a folder of the commit.
fn hashes(workspace: &Workspace, folder: &str) -> Result<BTreeMap<String, String>> {
    let list = format!("ls-tree -r --abbrev=10 HEAD {folder}");
    let list = output(&mut program(workspace, "git", &list))?;
    // Mode, kind, hash and, behind a tab, the name.
    let file = |line: &str| {
        let (object, name) = line.split_once('\t')?;
        Some((name.to_string(), object.rsplit(' ').next()?.to_string()))
    };
    Ok(list.lines().filter_map(file).collect())
}

fn texts(errors: &[Error]) -> String {
    errors.iter().map(|error| &error.text[..]).collect::<Vec<_>>().join("\n")
}
