//! Calls over iceoryx2 for the programs iceoryx2_time_server and iceoryx2_time_client, which call the C functions here.
//! Octets that are loaned at one end are received at the other without being copied.

mod clean_up;
mod publish_subscribe;
mod request_response;
mod wait;

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::ptr;

use iceoryx2::prelude::*;

type Failure = Box<dyn std::error::Error>;

/// The size of the answer that a message requests, in octets. It is sent in the message's user header.
type Wanted = u64;

/// The service's name and messaging pattern.
#[derive(Clone)]
struct Asked {
    service: String,
    octets_max: usize,
    responds: bool,
    spins: bool,
}

trait Server {
    /// Answers the next message.
    fn serve_one(&self) -> Result<(), Failure>;
}

trait Client {
    /// Sends `octets` octets and receives `wanted` octets.
    fn call(&self, octets: usize, wanted: usize) -> Result<(), Failure>;
}

/// The configuration that all processes of dimma-bench share, which separates them from other users of iceoryx2. The
/// configuration files of the machine and of the user are not read.
fn config() -> Result<Config, Failure> {
    let mut config = Config::default();
    config.global.prefix = FileName::new(b"dimma-bench_")?;
    Ok(config)
}

fn make_node() -> Result<Node<ipc::Service>, Failure> {
    set_log_level(LogLevel::Error);
    Ok(NodeBuilder::new()
        .config(&config()?)
        .signal_handling_mode(SignalHandlingMode::Disabled)
        .create::<ipc::Service>()?)
}

/// Writes the first octet only, as dimma's ends do, so that the message is not entirely unwritten memory.
fn write_first(payload: &mut [std::mem::MaybeUninit<u8>]) {
    if let Some(first) = payload.first_mut() {
        first.write(7);
    }
}

fn require_server(receivers: usize) -> Result<(), Failure> {
    if receivers == 0 {
        return Err("no server is there to receive".into());
    }
    Ok(())
}

fn require_octets(received: usize, wanted: usize) -> Result<(), Failure> {
    if received != wanted {
        return Err(format!("received {received} octets instead of {wanted}").into());
    }
    Ok(())
}

fn listen(asked: &Asked) -> Result<Box<dyn Server>, Failure> {
    let node = make_node()?;
    Ok(if asked.responds {
        Box::new(request_response::Server::new(&node, asked)?)
    } else {
        Box::new(publish_subscribe::Server::new(&node, asked)?)
    })
}

fn connect(asked: &Asked) -> Result<Box<dyn Client>, Failure> {
    let node = make_node()?;
    Ok(if asked.responds {
        Box::new(request_response::Client::new(&node, asked)?)
    } else {
        Box::new(publish_subscribe::Client::new(&node, asked)?)
    })
}

thread_local! {
    static FAILURE: RefCell<CString> = RefCell::default();
}

fn note(failure: &Failure) {
    let text = CString::new(failure.to_string().replace('\0', " ")).unwrap_or_default();
    FAILURE.set(text);
}

fn or_null<T>(made: Result<T, Failure>) -> *mut T {
    match made {
        Ok(made) => Box::into_raw(Box::new(made)),
        Err(failure) => {
            note(&failure);
            ptr::null_mut()
        }
    }
}

fn is_well(done: Result<(), Failure>) -> bool {
    done.inspect_err(note).is_ok()
}

/// The parameters of the functions below, as iceoryx2_program.hpp declares them.
#[repr(C)]
pub struct Iceoryx2Asked {
    service: *const c_char,
    octets_max: usize,
    responds: bool,
    spins: bool,
}

impl Iceoryx2Asked {
    fn to_asked(&self) -> Result<Asked, Failure> {
        // SAFETY: the caller gives a string that lives during the call.
        let service = unsafe { CStr::from_ptr(self.service) }.to_str()?.to_owned();
        Ok(Asked { service, octets_max: self.octets_max, responds: self.responds, spins: self.spins })
    }
}

pub struct Iceoryx2Server(Box<dyn Server>);
pub struct Iceoryx2Client(Box<dyn Client>);

/// The reason for the last failure of a function on this thread.
#[unsafe(no_mangle)]
pub extern "C" fn iceoryx2_failure() -> *const c_char {
    FAILURE.with_borrow(|failure| failure.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn iceoryx2_listen(asked: &Iceoryx2Asked) -> *mut Iceoryx2Server {
    or_null(asked.to_asked().and_then(|asked| listen(&asked)).map(Iceoryx2Server))
}

/// Answers messages until an error occurs.
#[unsafe(no_mangle)]
pub extern "C" fn iceoryx2_serve(server: &Iceoryx2Server) {
    while is_well(server.0.serve_one()) {}
}

#[unsafe(no_mangle)]
pub extern "C" fn iceoryx2_connect(asked: &Iceoryx2Asked) -> *mut Iceoryx2Client {
    or_null(asked.to_asked().and_then(|asked| connect(&asked)).map(Iceoryx2Client))
}

#[unsafe(no_mangle)]
pub extern "C" fn iceoryx2_call(client: &Iceoryx2Client, octets: usize, wanted: usize) -> bool {
    is_well(client.0.call(octets, wanted))
}

/// # Safety
/// `client` is from iceoryx2_connect and not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn iceoryx2_disconnect(client: *mut Iceoryx2Client) {
    // SAFETY: as above.
    drop(unsafe { Box::from_raw(client) });
}

/// Removes the resources that processes have left.
#[unsafe(no_mangle)]
pub extern "C" fn iceoryx2_clean_up() -> bool {
    is_well(clean_up::clean_up())
}
