//! Master keys. The first key seals new secrets; the others open what they sealed before, until everything is
//! sealed with the first key.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use zeroize::{Zeroize, Zeroizing};

use super::key_file::{self, bad_key};
use crate::error::Error;
use crate::model::DocumentName;
use crate::store::StoreError;

/// Maximum number of keys in a ring.
pub const KEYS_MAX: usize = 16;
/// Length of a master key in bytes.
pub(super) const KEY_BYTES: usize = 32;

/// A master key. Its memory is cleared when it is dropped.
pub(super) type Key = Zeroizing<[u8; KEY_BYTES]>;

/// Master keys by name. The first one seals new secrets.
#[derive(Clone)]
pub struct KeyRing {
    keys: Vec<(DocumentName, Key)>,
}

impl KeyRing {
    /// Parses keys written as `name:base64` of 32 bytes each, separated by line breaks or commas. The first key
    /// seals new secrets. Lines that begin with `#` are ignored.
    ///
    /// # Errors
    /// When there is no key, or a key is invalid. The error contains the position of the key, never its text.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut keys: Vec<(DocumentName, Key)> = Vec::new();
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
        let entries = lines.flat_map(|line| line.split(',')).map(str::trim).filter(|entry| !entry.is_empty());
        for (index, entry) in entries.enumerate() {
            let bad = |problem: &str| bad_key(&format!("master key {} {problem}", index + 1));
            let (name, key) = entry.split_once(':').ok_or_else(|| bad("has no name before a colon"))?;
            let name = DocumentName::new(name.trim()).map_err(|_| bad("has a name that is not valid"))?;
            let key = read_key(key.trim()).ok_or_else(|| bad("is not the base64 of 32 bytes"))?;
            if keys.iter().any(|(other, _)| *other == name) {
                return Err(bad(&format!("has a duplicate name, {name}")));
            }
            keys.push((name, key));
        }
        match keys.len() {
            0 => Err(bad_key("there is no master key")),
            1..=KEYS_MAX => Ok(Self { keys }),
            many => Err(bad_key(&format!("there are {many} master keys; at most {KEYS_MAX} are allowed"))),
        }
    }

    /// Reads keys from an environment variable, in the format of [`KeyRing::parse`].
    ///
    /// # Errors
    /// When the variable is not set or is invalid.
    pub fn from_variable(name: &str) -> Result<Self, Error> {
        match std::env::var(name) {
            Ok(text) => Self::parse(&Zeroizing::new(text)),
            Err(_) => Err(bad_key(&format!("the environment variable {name} contains no master key"))),
        }
    }

    /// Reads keys from a file that only its owner may read.
    ///
    /// # Errors
    /// When the file does not exist, others may read it, or it contains no valid keys.
    pub fn from_file(path: &Path) -> Result<Self, Error> {
        Self::parse(&key_file::read(path)?)
    }

    /// Reads keys from a file. If the file does not exist, creates it with a new key; only the owner may read
    /// it.
    ///
    /// # Errors
    /// See [`KeyRing::from_file`]; also when the file cannot be written.
    pub fn from_file_or_new(path: &Path) -> Result<Self, Error> {
        let (name, key) = new_key()?;
        if key_file::create(path, &line(&name, &key))? {
            return Ok(Self { keys: vec![(name, key)] });
        }
        Self::from_file(path)
    }

    /// Creates a ring with one new key that is not stored. Nothing else can open what it seals.
    ///
    /// # Errors
    /// When the system provides no random numbers.
    pub fn generate() -> Result<Self, Error> {
        Ok(Self { keys: vec![new_key()?] })
    }

    /// Adds a new key to a file, before the others. Then [`Secrets::rotate`](super::Secrets::rotate) reseals
    /// everything. Only after that may the older keys be removed from the file.
    ///
    /// # Errors
    /// See [`KeyRing::from_file`]; also when the file cannot be written, which leaves the file unchanged.
    pub fn add_to_file(path: &Path) -> Result<Self, Error> {
        let Self { mut keys } = Self::from_file(path)?;
        if keys.len() == KEYS_MAX {
            return Err(bad_key(&format!("{} already contains {KEYS_MAX} master keys", path.display())));
        }
        keys.insert(0, new_key()?);
        let mut text = Zeroizing::new(String::new());
        for (name, key) in &keys {
            text.push_str(&line(name, key));
        }
        key_file::replace(path, &text)?;
        Ok(Self { keys })
    }

    /// Returns the key that seals, and its name.
    pub(super) fn sealing_key(&self) -> (&DocumentName, &Key) {
        let (name, key) = &self.keys[0];
        (name, key)
    }

    /// Returns the key with this name.
    pub(super) fn get(&self, name: &str) -> Option<&Key> {
        self.keys.iter().find(|(known, _)| known.as_str() == name).map(|(_, key)| key)
    }

    /// Returns the names of the keys. The first one seals.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(|(name, _)| name.as_str())
    }
}

impl std::fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// Creates a random key with a random name, so that no two keys share a name.
fn new_key() -> Result<(DocumentName, Key), Error> {
    let mut bytes = Zeroizing::new([0; KEY_BYTES + 4]);
    random(&mut *bytes)?;
    let mut key = Zeroizing::new([0; KEY_BYTES]);
    key.copy_from_slice(&bytes[..KEY_BYTES]);
    let name: String = bytes[KEY_BYTES..].iter().map(|byte| format!("{byte:02x}")).collect();
    let name = DocumentName::new(&format!("k-{name}")).map_err(StoreError::from)?;
    Ok((name, key))
}

/// Fills the slice with random bytes.
pub(super) fn random(bytes: &mut [u8]) -> Result<(), Error> {
    getrandom::fill(bytes).map_err(|error| bad_key(&format!("the system provides no random numbers: {error}")))
}

fn line(name: &DocumentName, key: &Key) -> Zeroizing<String> {
    let text = Zeroizing::new(STANDARD.encode(key.as_slice()));
    Zeroizing::new(format!("{name}:{}\n", *text))
}

fn read_key(text: &str) -> Option<Key> {
    let mut bytes = STANDARD.decode(text).ok()?;
    let key = <[u8; KEY_BYTES]>::try_from(bytes.as_slice()).ok().map(Zeroizing::new);
    bytes.zeroize();
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    #[test]
    fn keys_are_read_in_order_and_never_printed() {
        let ring = KeyRing::parse(&format!("# ours\nnew:{KEY}\n\nold:{KEY}, older:{KEY}\n")).unwrap();
        assert_eq!(ring.names().collect::<Vec<_>>(), ["new", "old", "older"]);
        assert_eq!(ring.sealing_key().0.as_str(), "new");
        assert_eq!(format!("{ring:?}"), r#"["new", "old", "older"]"#);
    }

    #[test]
    fn invalid_keys_are_rejected_without_their_text() {
        for text in ["", "# nothing", "hunter2hunter2", "a:hunter2hunter2", "a b:AAEC", &format!("a:{KEY},a:{KEY}")] {
            let error = KeyRing::parse(text).unwrap_err();
            assert_eq!(error.code(), "master_key", "{text}");
            assert!(!error.to_string().contains("hunter2"), "{error}");
        }
        let many: String = (0..=KEYS_MAX).map(|number| format!("k{number}:{KEY}\n")).collect();
        assert!(KeyRing::parse(&many).unwrap_err().to_string().contains("at most 16"));
        assert!(KeyRing::from_variable("REFRAIN_TEST_NO_SUCH_VARIABLE").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_key_file_is_made_once_for_its_owner_alone_and_takes_new_keys() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("refrain-keys-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("master.keys");
        assert!(KeyRing::from_file(&path).is_err());
        let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        let names = |ring: &KeyRing| ring.names().map(str::to_owned).collect::<Vec<_>>();
        let made = names(&KeyRing::from_file_or_new(&path).unwrap());
        assert_eq!((made.len(), mode()), (1, 0o600));
        assert_eq!(names(&KeyRing::from_file_or_new(&path).unwrap()), made);
        let added = names(&KeyRing::add_to_file(&path).unwrap());
        assert_eq!((added.len(), &added[1], mode()), (2, &made[0], 0o600));
        assert_eq!(names(&KeyRing::from_file(&path).unwrap()), added);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
        let error = KeyRing::from_file_or_new(&path).unwrap_err().to_string();
        assert!(error.contains("640"), "{error}");
        // A file that is too long is refused, and not read in part.
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
        let keys = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("# {}\n{keys}", "x".repeat(16 * 1024))).unwrap();
        let error = KeyRing::from_file(&path).unwrap_err().to_string();
        assert!(error.contains("more than 16384 bytes"), "{error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
