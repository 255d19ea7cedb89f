//! Removes the shared memory and the files that processes have left.

use std::time::Duration;

use iceoryx2::prelude::*;

use crate::{Failure, config};

/// The time to wait for a node that another process is removing.
const EACH: Duration = Duration::from_secs(2);

pub fn clean_up() -> Result<(), Failure> {
    set_log_level(LogLevel::Error);
    let config = config()?;
    let mut others = 0;
    let mut failures = Vec::new();
    Node::<ipc::Service>::list(&config, |node| {
        match node {
            NodeState::Dead(node) => {
                if let Err(failure) = node.blocking_remove_stale_resources(EACH) {
                    failures.push(failure.to_string());
                }
            }
            _ => others += 1,
        }
        CallbackProgression::Continue
    })?;
    if !failures.is_empty() {
        return Err(failures.join(", ").into());
    }
    if others == 0 {
        // SAFETY: the segment has only a counter. A process that starts meanwhile may count from 0 again; the ids that it
        // makes from the counter also contain its process id and the time.
        unsafe { iceoryx2::testing::remove_global_mgmt_segment::<ipc::Service>(&config)? };
    }
    Ok(())
}
