//! The imports of one crate: which file leads to which other, through re-exports.
//!
//! An import is a path that begins with `crate` or `super`, or one into a child module that is not a re-export. A name of
//! the crate root, or of a folder's `mod.rs`, that is re-exported there counts as its own file. Tests are left out.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};

use crate::rust_source::{
    Token, UsedPath, module_path, paths_into_children, re_exports, tokens, used_paths,
};

/// The modules of one crate by their paths, each with its file and the file's tokens; the root is the empty path.
#[derive(Default)]
pub(crate) struct Imports {
    modules: BTreeMap<Vec<String>, (String, Vec<Token>)>,
}

/// One import: a path that is written in a file, and the file that it leads to.
pub(crate) struct Import<'a> {
    pub(crate) file: &'a str,
    pub(crate) path: UsedPath,
    pub(crate) target: &'a str,
}

impl Imports {
    /// Those of the files in a folder of sources, given with their texts.
    pub(crate) fn read(folder: &str, files: &[(String, String)]) -> Result<Self> {
        let mut imports = Imports::default();
        for (path, text) in files {
            if let Some(file) = path.strip_prefix(folder) {
                imports.add(file, text).with_context(|| path.clone())?;
            }
        }
        Ok(imports)
    }

    /// Adds a file; its name is relative to the crate's sources.
    pub(crate) fn add(&mut self, file: &str, text: &str) -> Result<()> {
        self.modules.insert(module_path(file), (file.into(), tokens(text)?));
        Ok(())
    }

    /// Every file.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.modules.values().map(|(file, _)| file.as_str())
    }

    /// Every import of one file from another.
    pub(crate) fn all(&self) -> impl Iterator<Item = Import<'_>> {
        self.modules.iter().flat_map(|(module, (file, tokens))| {
            let inside = paths_into_children(tokens).into_iter().map(|path| path.below(module));
            let outside = used_paths(tokens).into_iter().map(|path| path.into_absolute(module));
            let imports = inside.chain(outside).map(|path| {
                let target = self.file_of(&path.segments, &mut BTreeSet::new());
                Import { file, path, target }
            });
            imports.filter(|import| import.file != import.target)
        })
    }

    /// The file that a path from the root leads to, through re-exports.
    fn file_of(&self, path: &[String], seen: &mut BTreeSet<Vec<String>>) -> &str {
        let known =
            (0..=path.len()).rev().find(|&length| self.modules.contains_key(&path[..length]));
        let (module, name) = path.split_at(known.unwrap_or(0));
        let Some((file, tokens)) = self.modules.get(module) else { return "" };
        let exported = name.first().and_then(|name| {
            re_exports(tokens).into_iter().find(|export| export.segments.last() == Some(name))
        });
        if let Some(export) = exported {
            for base in [module, &[]] {
                let path = [base, &export.segments].concat();
                let leads_on = self.modules.contains_key(&path[..base.len() + 1]);
                if leads_on && seen.insert(path.clone()) {
                    return self.file_of(&path, seen);
                }
            }
        }
        file
    }
}
