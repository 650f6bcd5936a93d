//! Remote desktop servers for the tests: `ironrdp-test-server MODE CERTIFICATE.pem KEY.pem USER PASSWORD`.
//!
//! MODE `ntlm` runs IronRDP's server, which takes bare NTLM alone. `negotiate` runs the acceptor of sspi-rs with NTLM in
//! SPNEGO, as far as the delegated credentials. Prints its port, then a line for the end of each connection.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use ironrdp_server::{Credentials, RdpServer, TlsIdentityCtx};
use sspi::credssp::{CredSspServer, CredentialsProxy, ServerMode, ServerState, TsRequest};
use sspi::generator::GeneratorState;
use sspi::ntlm::NtlmConfig;
use sspi::{AuthIdentity, NegotiateConfig, Username};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;

const LIMIT: Duration = Duration::from_secs(60);
const CONFIRM: [u8; 19] = [
    3, 0, 0, 19, 14, 0xd0, 0, 0, 0x12, 0x34, 0, 2, 9, 8, 0, 2, 0, 0, 0,
];

#[derive(Clone)]
struct Account(AuthIdentity);

impl CredentialsProxy for Account {
    type AuthenticationData = AuthIdentity;

    fn auth_data_by_user(&mut self, username: &Username) -> std::io::Result<AuthIdentity> {
        if username.account_name() != self.0.username.account_name() {
            return Err(std::io::Error::other("unknown account"));
        }
        let mut identity = self.0.clone();
        identity.username = username.clone();
        Ok(identity)
    }

    fn auth_data(&mut self) -> std::io::Result<Vec<AuthIdentity>> {
        Ok(vec![self.0.clone()])
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mode, certificate, key, user, password] = arguments.as_slice() else {
        bail!("usage: ironrdp-test-server ntlm|negotiate CERTIFICATE.pem KEY.pem USER PASSWORD");
    };
    let identity = TlsIdentityCtx::init_from_paths(Path::new(certificate), Path::new(key))?;
    let tls = identity.make_acceptor()?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let mut server = ironrdp(address, &tls, &identity.pub_key, user, password);
    let account = Account(AuthIdentity {
        username: Username::new(user, None)?,
        password: password.clone().into(),
    });
    println!("{}", address.port());
    loop {
        let (stream, _) = listener.accept().await?;
        let connection = async {
            match mode.as_str() {
                "ntlm" => server.run_connection(stream).await,
                _ => negotiate(stream, &tls, &identity.pub_key, account.clone()).await,
            }
        };
        match timeout(LIMIT, connection).await {
            Ok(Ok(())) => println!("ended"),
            Ok(Err(error)) => println!("{error:#}"),
            Err(_) => println!("timed out"),
        }
    }
}

fn ironrdp(
    address: std::net::SocketAddr,
    tls: &TlsAcceptor,
    public_key: &[u8],
    user: &str,
    password: &str,
) -> RdpServer {
    let mut server = RdpServer::builder()
        .with_addr(address)
        .with_hybrid(tls.clone(), public_key.to_vec())
        .with_no_input()
        .with_no_display()
        .build();
    server.set_credentials(Some(Credentials {
        username: user.to_owned(),
        password: password.to_owned(),
        domain: None,
    }));
    server
}

async fn negotiate(
    mut stream: TcpStream,
    tls: &TlsAcceptor,
    public_key: &[u8],
    account: Account,
) -> Result<()> {
    let mut request = [0; 1024];
    if stream.read(&mut request).await? == 0 {
        bail!("no connection request");
    }
    stream.write_all(&CONFIRM).await?;
    let mut stream = tls.accept(stream).await.context("TLS")?;
    let config = NegotiateConfig::new(
        Box::new(NtlmConfig::new("client".to_owned())),
        Some("ntlm,!kerberos,!pku2u".to_owned()),
        "client".to_owned(),
    );
    let mode = ServerMode::Negotiate(config);
    let mut server = CredSspServer::new(public_key.to_vec(), account, mode)?;
    let mut received = Vec::new();
    loop {
        let size = TsRequest::read_length(received.as_slice()).ok();
        if size.is_none_or(|size| received.len() < size) {
            if stream.read_buf(&mut received).await? == 0 {
                bail!("the client hung up");
            }
            continue;
        }
        let message: Vec<u8> = received.drain(..size.unwrap()).collect();
        let request = TsRequest::from_buffer(&message)?;
        let result = match server.process(request).start() {
            GeneratorState::Completed(result) => result,
            GeneratorState::Suspended(_) => bail!("a network request"),
        };
        let (answer, end) = match result {
            Ok(ServerState::ReplyNeeded(answer)) => (Some(answer), None),
            Ok(ServerState::Finished(_)) => bail!("credentials were delegated"),
            Err(error) => (error.ts_request.map(|request| *request), Some(error.error)),
        };
        if let Some(answer) = answer {
            let mut bytes = vec![0; usize::from(answer.buffer_len())];
            answer.encode_ts_request(bytes.as_mut_slice())?;
            stream.write_all(&bytes).await?;
            stream.flush().await?;
        }
        if let Some(error) = end {
            stream.shutdown().await?;
            return Err(error.into());
        }
    }
}
