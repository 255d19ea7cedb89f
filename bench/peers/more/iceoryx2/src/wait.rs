//! The two ways in which an end waits for a message: it spins, or sleeps until it is notified.

use std::time::{Duration, Instant};

use iceoryx2::port::listener::{Listener, ListenerWaitError};
use iceoryx2::port::notifier::Notifier;
use iceoryx2::prelude::*;

use crate::{Asked, Failure};

/// The longest time that a client waits for an answer.
pub const ANSWER_LIMIT: Option<Duration> = Some(Duration::from_secs(60));

const LOOKS_PER_CLOCK: u32 = 1 << 16;
const SLEEP_MAX: Duration = Duration::from_secs(1);

pub enum Wait {
    Spin,
    Sleep { notifier: Notifier<ipc::Service>, listener: Listener<ipc::Service> },
}

impl Wait {
    pub fn of_server(node: &Node<ipc::Service>, asked: &Asked) -> Result<Self, Failure> {
        Self::new(node, asked, "to-client", "to-server")
    }
    pub fn of_client(node: &Node<ipc::Service>, asked: &Asked) -> Result<Self, Failure> {
        Self::new(node, asked, "to-server", "to-client")
    }

    fn new(node: &Node<ipc::Service>, asked: &Asked, out: &str, back: &str) -> Result<Self, Failure> {
        if asked.spins {
            return Ok(Self::Spin);
        }
        let event = |way: &str| -> Result<_, Failure> {
            let name = ServiceName::new(&format!("{}/event/{way}", asked.service))?;
            Ok(node.service_builder(&name).event().open_or_create()?)
        };
        Ok(Self::Sleep {
            notifier: event(out)?.notifier_builder().create()?,
            listener: event(back)?.listener_builder().create()?,
        })
    }

    /// Wakes the other end, if it sleeps.
    pub fn wake(&self) -> Result<(), Failure> {
        if let Self::Sleep { notifier, .. } = self {
            notifier.notify()?;
        }
        Ok(())
    }

    /// Calls `look` until it finds a message; fails after the limit.
    pub fn until<T, E>(&self, limit: Option<Duration>, mut look: impl FnMut() -> Result<Option<T>, E>) -> Result<T, Failure>
    where
        E: std::error::Error + 'static,
    {
        let mut begin = None;
        loop {
            match self {
                Self::Spin => {
                    for _ in 0..LOOKS_PER_CLOCK {
                        if let Some(found) = look()? {
                            return Ok(found);
                        }
                    }
                }
                Self::Sleep { listener, .. } => {
                    match listener.timed_wait(|_| {}, SLEEP_MAX) {
                        // A process that is stopped and continued gets an interrupt.
                        Ok(_) | Err(ListenerWaitError::InterruptSignal) => {}
                        Err(failure) => return Err(failure.into()),
                    }
                    if let Some(found) = look()? {
                        return Ok(found);
                    }
                }
            }
            let begin = *begin.get_or_insert_with(Instant::now);
            if limit.is_some_and(|limit| begin.elapsed() > limit) {
                return Err("the other end does not answer".into());
            }
        }
    }
}
