//! Calls by two publish-subscribe services, one for each direction, as in iceoryx2's own benchmark.

use iceoryx2::port::publisher::Publisher;
use iceoryx2::port::subscriber::Subscriber;
use iceoryx2::prelude::*;

use crate::wait::{ANSWER_LIMIT, Wait};
use crate::{Asked, Failure, Wanted, require_octets, require_server, write_first};

struct Ports {
    publisher: Publisher<ipc::Service, [u8], Wanted>,
    subscriber: Subscriber<ipc::Service, [u8], Wanted>,
    wait: Wait,
}

impl Ports {
    fn new(node: &Node<ipc::Service>, asked: &Asked, out: &str, back: &str, wait: Wait) -> Result<Self, Failure> {
        let service = |way: &str| -> Result<_, Failure> {
            let name = ServiceName::new(&format!("{}/{way}", asked.service))?;
            Ok(node
                .service_builder(&name)
                .publish_subscribe::<[u8]>()
                .user_header::<Wanted>()
                .max_publishers(1)
                .max_subscribers(1)
                .history_size(0)
                .subscriber_max_buffer_size(1)
                .enable_safe_overflow(true)
                .open_or_create()?)
        };
        Ok(Self {
            subscriber: service(back)?.subscriber_builder().create()?,
            publisher: service(out)?.publisher_builder().initial_max_slice_len(asked.octets_max).create()?,
            wait,
        })
    }

    /// Returns the number of receivers.
    fn send(&self, octets: usize, wanted: Wanted) -> Result<usize, Failure> {
        let mut sample = self.publisher.loan_slice_uninit(octets)?;
        *sample.user_header_mut() = wanted;
        write_first(sample.payload_mut());
        // SAFETY: any octets are valid, and the system has zeroed those that have not been written since.
        let receivers = unsafe { sample.assume_init() }.send()?;
        self.wait.wake()?;
        Ok(receivers)
    }
}

pub struct Server(Ports);

impl Server {
    pub fn new(node: &Node<ipc::Service>, asked: &Asked) -> Result<Self, Failure> {
        Ok(Self(Ports::new(node, asked, "to-client", "to-server", Wait::of_server(node, asked)?)?))
    }
}

impl crate::Server for Server {
    fn serve_one(&self) -> Result<(), Failure> {
        let sample = self.0.wait.until(None, || self.0.subscriber.receive())?;
        let wanted = *sample.user_header();
        drop(sample);
        self.0.send(usize::try_from(wanted)?, 0)?;
        Ok(())
    }
}

pub struct Client(Ports);

impl Client {
    pub fn new(node: &Node<ipc::Service>, asked: &Asked) -> Result<Self, Failure> {
        Ok(Self(Ports::new(node, asked, "to-server", "to-client", Wait::of_client(node, asked)?)?))
    }
}

impl crate::Client for Client {
    fn call(&self, octets: usize, wanted: usize) -> Result<(), Failure> {
        require_server(self.0.send(octets, wanted as Wanted)?)?;
        let answer = self.0.wait.until(ANSWER_LIMIT, || self.0.subscriber.receive())?;
        require_octets(answer.payload().len(), wanted)
    }
}
