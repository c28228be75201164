//! The public functions of a crate, read from its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::{Attribute, ImplItem, Item, TraitItem, Type, UseTree, Visibility};

/// The functions that the crate with these sources exports: `Type::method`, `function`, `module::function`.
///
/// Methods of traits are left out, except the default ones of `traits`; so is what only a private module can name, and
/// what the documentation hides. A type counts wherever its methods are written.
pub(super) fn public_functions(sources: &Path, traits: &[&str]) -> BTreeSet<String> {
    let mut files = BTreeMap::new();
    read_folder(sources, &[], &mut files);
    let mut exports = Exports { files: &files, names: BTreeSet::new() };
    exports.module(&[], files.get(&Vec::new()).map_or(&[][..], |items| items));
    let mut found = BTreeSet::new();
    let mut free = BTreeSet::new();
    for item in files.values().flatten() {
        methods(item, traits, &exports.names, &mut found, &mut free);
    }
    // Types and constants are exported by name too: only functions have a row.
    let last = |path: &String| path.rsplit("::").next().unwrap_or(path).to_string();
    found.extend(exports.names.into_iter().filter(|path| free.contains(&last(path))));
    found
}

type Files = BTreeMap<Vec<String>, Vec<Item>>;

/// The items of each file by the path of its module.
fn read_folder(folder: &Path, modules: &[String], files: &mut Files) {
    let entries = fs::read_dir(folder).expect("the folder of the sources");
    for path in entries.map(|entry| entry.expect("an entry of the folder").path()) {
        let name = path.file_stem().expect("a name").to_string_lossy().to_string();
        let mut module = modules.to_vec();
        if path.is_dir() {
            module.push(name);
            read_folder(&path, &module, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            if name != "mod" && name != "lib" {
                module.push(name);
            }
            files.insert(module, syn::parse_file(&text).expect("Rust source").items);
        }
    }
}

struct Exports<'a> {
    files: &'a Files,
    /// The paths under which the crate exports something.
    names: BTreeSet<String>,
}

impl Exports<'_> {
    fn module(&mut self, path: &[String], items: &[Item]) {
        for item in items {
            let (visibility, attributes, name) = match item {
                Item::Fn(item) => (&item.vis, &item.attrs, &item.sig.ident),
                Item::Struct(item) => (&item.vis, &item.attrs, &item.ident),
                Item::Enum(item) => (&item.vis, &item.attrs, &item.ident),
                Item::Trait(item) => (&item.vis, &item.attrs, &item.ident),
                Item::Mod(item) => (&item.vis, &item.attrs, &item.ident),
                Item::Use(item) if is_public(&item.vis) && !is_left_out(&item.attrs) => {
                    self.uses(path, &item.tree);
                    continue;
                }
                _ => continue,
            };
            if !is_public(visibility) || is_left_out(attributes) {
                continue;
            }
            if let Item::Mod(inner) = item {
                let mut path = path.to_vec();
                path.push(name.to_string());
                let files = self.files;
                let items = match &inner.content {
                    Some((_, items)) => Some(items),
                    None => files.get(&path),
                };
                self.module(&path, items.map_or(&[][..], |items| items));
            } else {
                self.export(path, &name.to_string());
            }
        }
    }

    fn uses(&mut self, path: &[String], tree: &UseTree) {
        match tree {
            UseTree::Path(tree) => self.uses(path, &tree.tree),
            UseTree::Name(name) => self.export(path, &name.ident.to_string()),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.uses(path, tree)),
            UseTree::Rename(_) | UseTree::Glob(_) => {
                panic!("exports by `*` or under another name are not followed")
            }
        }
    }

    fn export(&mut self, path: &[String], name: &str) {
        let mut path = path.to_vec();
        path.push(name.to_string());
        self.names.insert(path.join("::"));
    }
}

/// Adds the public methods of exported types to `found` and the names of free functions to `free`.
fn methods(
    item: &Item,
    traits: &[&str],
    exports: &BTreeSet<String>,
    found: &mut BTreeSet<String>,
    free: &mut BTreeSet<String>,
) {
    match item {
        Item::Fn(function) if is_public(&function.vis) && !is_left_out(&function.attrs) => {
            free.insert(function.sig.ident.to_string());
        }
        Item::Impl(block) if block.trait_.is_none() && !is_left_out(&block.attrs) => {
            let Type::Path(path) = &*block.self_ty else { return };
            let Some(name) = path.path.segments.last().map(|segment| segment.ident.to_string())
            else {
                return;
            };
            let is_exported = |path: &String| path.rsplit("::").next() == Some(name.as_str());
            if !exports.iter().any(is_exported) {
                return;
            }
            for item in &block.items {
                if let ImplItem::Fn(function) = item
                    && is_public(&function.vis)
                    && !is_left_out(&function.attrs)
                {
                    found.insert(format!("{name}::{}", function.sig.ident));
                }
            }
        }
        Item::Trait(public) if traits.iter().any(|name| public.ident == name) => {
            for item in &public.items {
                if let TraitItem::Fn(function) = item
                    && function.default.is_some()
                {
                    found.insert(format!("{}::{}", public.ident, function.sig.ident));
                }
            }
        }
        Item::Mod(inner) if !is_left_out(&inner.attrs) => {
            for item in inner.content.iter().flat_map(|(_, items)| items) {
                methods(item, traits, exports, found, free);
            }
        }
        _ => {}
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// True of `#[doc(hidden)]` and `#[cfg(test)]`.
fn is_left_out(attributes: &[Attribute]) -> bool {
    let says = |attribute: &Attribute, name: &str, argument: &str| {
        attribute.path().is_ident(name)
            && attribute.parse_args::<syn::Ident>().is_ok_and(|found| found == argument)
    };
    attributes
        .iter()
        .any(|attribute| says(attribute, "doc", "hidden") || says(attribute, "cfg", "test"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn functions(files: &[(&[&str], &str)]) -> Vec<String> {
        let folder = std::env::temp_dir().join(format!("testkit-reachable-{}", std::process::id()));
        for (path, text) in files {
            let path = folder.join(path.join("/"));
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let found = public_functions(&folder, &["Vector"]);
        fs::remove_dir_all(&folder).unwrap();
        found.into_iter().collect()
    }

    #[test]
    fn functions_are_named_by_the_path_that_exports_them() {
        let found = functions(&[
            (
                &["lib.rs"],
                "mod a; pub mod b; pub use a::{Shown, free}; pub fn root() {}
                 #[cfg(test)] pub mod tests { pub fn no() {} }
                 #[doc(hidden)] pub fn hidden() {}",
            ),
            (
                &["a.rs"],
                "pub struct Shown; pub struct Unshown; pub fn free() {} pub fn unshown() {}
                 impl Shown { pub fn method(&self) {} pub(crate) fn inner(&self) {} fn own() {} }
                 impl Unshown { pub fn method(&self) {} }
                 impl Clone for Shown { fn clone(&self) -> Self { Shown } }
                 pub trait Vector { fn required(); fn given() {} }
                 pub trait Other { fn given() {} }",
            ),
            (&["b", "mod.rs"], "mod c; pub use c::deep; pub(crate) use c::Near;"),
            (
                &["b", "c.rs"],
                "pub fn deep() {} pub(crate) struct Near; impl Near { pub fn n() {} }
                 impl crate::Shown { pub fn far(&self) {} }",
            ),
        ]);
        let wanted = ["Shown::far", "Shown::method", "Vector::given", "b::deep", "free", "root"];
        assert_eq!(found, wanted);
    }
}
