//! The public functions of the crate, read from its sources.

use std::collections::BTreeSet;
use std::path::Path;

use syn::{Attribute, ImplItem, Item, TraitItem, Type, Visibility};

/// The names as the rows have them: `Type::method`, `module::function`, `convert::convention::function`.
///
/// Methods of traits are left out, but for the default ones of `Vector`; so is what
/// only a private module can name, and what the documentation hides.
pub(crate) fn public_functions() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = BTreeSet::new();
    read_folder(&root, &mut Vec::new(), &mut found);
    found
}

fn read_folder(folder: &Path, modules: &mut Vec<String>, found: &mut BTreeSet<String>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        if path.is_dir() {
            modules.push(name);
            read_folder(&path, modules, found);
            modules.pop();
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let file = syn::parse_file(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let module = module_of(modules, &name);
            read_items(&file.items, &module, found);
        }
    }
}

/// The path that a function of a file is named by. In `convert` each file is a public module, except where it says
/// otherwise; elsewhere the folder is.
fn module_of(modules: &[String], file: &str) -> String {
    let joined = modules.first().cloned().unwrap_or_default();
    let shared = ["mod", "nearest", "number", "convention", "conversion", "name", "envelope"];
    if joined == "convert" && !shared.contains(&file) {
        return format!("convert::{file}");
    }
    joined
}

fn read_items(items: &[Item], module: &str, found: &mut BTreeSet<String>) {
    for item in items {
        match item {
            Item::Fn(function) if is_public(&function.vis) && !is_hidden(&function.attrs) => {
                found.insert(format!("{module}::{}", function.sig.ident));
            }
            Item::Impl(block) if block.trait_.is_none() && !is_test(&block.attrs) => {
                let Type::Path(path) = &*block.self_ty else { continue };
                let name = &path.path.segments.last().unwrap().ident;
                for item in &block.items {
                    if let ImplItem::Fn(function) = item
                        && is_public(&function.vis)
                    {
                        found.insert(format!("{name}::{}", function.sig.ident));
                    }
                }
            }
            Item::Trait(public) if public.ident == "Vector" => {
                for item in &public.items {
                    if let TraitItem::Fn(function) = item
                        && function.default.is_some()
                    {
                        found.insert(format!("{}::{}", public.ident, function.sig.ident));
                    }
                }
            }
            Item::Mod(inner) if is_public(&inner.vis) && !is_test(&inner.attrs) => {
                let items = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
                read_items(items, module, found);
            }
            _ => {}
        }
    }
}

/// True of `#[doc(hidden)]`.
fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|argument| argument == "hidden")
    })
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg"))
}
