//! Calls by a request-response service.

use iceoryx2::port::{client, server};
use iceoryx2::prelude::*;
use iceoryx2::service::port_factory::request_response::PortFactory;

use crate::wait::{ANSWER_LIMIT, Wait};
use crate::{Asked, Failure, Wanted, require_octets, require_server, write_first};

fn service(node: &Node<ipc::Service>, asked: &Asked) -> Result<PortFactory<ipc::Service, [u8], Wanted, [u8], ()>, Failure> {
    Ok(node
        .service_builder(&ServiceName::new(&asked.service)?)
        .request_response::<[u8], [u8]>()
        .request_user_header::<Wanted>()
        .max_servers(1)
        .max_clients(1)
        .max_response_buffer_size(1)
        .open_or_create()?)
}

pub struct Server {
    server: server::Server<ipc::Service, [u8], Wanted, [u8], ()>,
    wait: Wait,
}

impl Server {
    pub fn new(node: &Node<ipc::Service>, asked: &Asked) -> Result<Self, Failure> {
        Ok(Self {
            server: service(node, asked)?.server_builder().initial_max_slice_len(asked.octets_max).create()?,
            wait: Wait::of_server(node, asked)?,
        })
    }
}

impl crate::Server for Server {
    fn serve_one(&self) -> Result<(), Failure> {
        let request = self.wait.until(None, || self.server.receive())?;
        let mut response = request.loan_slice_uninit(usize::try_from(*request.user_header())?)?;
        write_first(response.payload_mut());
        // SAFETY: any octets do, and the system has written those that nobody else has.
        unsafe { response.assume_init() }.send()?;
        self.wait.wake()
    }
}

pub struct Client {
    client: client::Client<ipc::Service, [u8], Wanted, [u8], ()>,
    wait: Wait,
}

impl Client {
    pub fn new(node: &Node<ipc::Service>, asked: &Asked) -> Result<Self, Failure> {
        Ok(Self {
            client: service(node, asked)?.client_builder().initial_max_slice_len(asked.octets_max).create()?,
            wait: Wait::of_client(node, asked)?,
        })
    }
}

impl crate::Client for Client {
    fn call(&self, octets: usize, wanted: usize) -> Result<(), Failure> {
        let mut request = self.client.loan_slice_uninit(octets)?;
        *request.user_header_mut() = wanted as Wanted;
        write_first(request.payload_mut());
        // SAFETY: any octets do, and the system has written those that nobody else has.
        let pending = unsafe { request.assume_init() }.send()?;
        require_server(pending.number_of_server_connections())?;
        self.wait.wake()?;
        let answer = self.wait.until(ANSWER_LIMIT, || pending.receive())?;
        require_octets(answer.payload().len(), wanted)
    }
}
