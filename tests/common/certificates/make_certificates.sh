#!/bin/sh
# Makes an authority and the certificates that the tests of TLS need, by the openssl command. Usage:
# make_certificates.sh FOLDER
#
#   ca.pem            the authority; ca.crl its revocation list
#   server.pem .key   for localhost, 127.0.0.1 and ::1;  wide.pem: the same and server.key in one file
#   client.pem .key   CN=ops-1 with the DNS name ops-1.plant.example; nameless: the same without a CN
#   behind.pem .key   for 127.66.66.66, where nothing listens, and localhost; behind-wide.pem: both in one file
#   elsewhere, expired, revoked, self-signed   as server, with the property of their name
#   foreign-ca.pem, foreign   another authority, and its certificate for localhost
#   middle.pem, below, below-chain.pem   an authority below ca, its certificate for localhost, and that with middle
set -eu
cd "$1"

cat > ca.conf <<'CONF'
[ca]
default_ca = test
[test]
database = index.txt
serial = serial
new_certs_dir = .
default_md = sha256
default_days = 30
default_crl_days = 30
policy = any
unique_subject = no
copy_extensions = copy
[any]
commonName = supplied
[req]
distinguished_name = name
[name]
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[leaf]
basicConstraints = CA:FALSE
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
CONF
: > index.txt
echo 1000 > serial

key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"; }

# authority NAME: makes a self-signed authority.
authority() {
  key "$1"
  openssl req -x509 -new -config ca.conf -extensions authority -key "$1.key" -days 30 -subj "/CN=$1" -out "$1.pem"
}
# request NAME CN NAMES
request() {
  key "$1"
  openssl req -new -config ca.conf -key "$1.key" -subj "/CN=$2" ${3:+-addext "subjectAltName=$3"} -out "$1.csr"
}
# sign NAME BY EXTENSIONS [OPTION...]
sign() {
  name=$1 by=$2 extensions=$3
  shift 3
  openssl ca -batch -notext -config ca.conf -extensions "$extensions" -cert "$by.pem" -keyfile "$by.key" \
    -in "$name.csr" -out "$name.pem" "$@" 2>openssl.log || { cat openssl.log >&2; exit 1; }
}

here=DNS:localhost,IP:127.0.0.1,IP:::1
authority ca
for name in server expired revoked; do request $name $name.example $here; done
request client ops-1 DNS:ops-1.plant.example
request elsewhere elsewhere.example DNS:elsewhere.example
request behind behind.example $here,IP:127.66.66.66
for name in server client elsewhere behind revoked; do sign $name ca leaf; done
sign expired ca leaf -startdate 20200101000000Z -enddate 20200201000000Z
openssl ca -config ca.conf -cert ca.pem -keyfile ca.key -revoke revoked.pem 2>/dev/null
openssl ca -config ca.conf -cert ca.pem -keyfile ca.key -gencrl -out ca.crl 2>/dev/null
cat server.pem server.key > wide.pem
cat behind.pem behind.key > behind-wide.pem

key nameless
openssl req -new -config ca.conf -key nameless.key -subj / -addext subjectAltName=DNS:ops-1.plant.example -out nameless.csr
openssl x509 -req -in nameless.csr -copy_extensions copy -CA ca.pem -CAkey ca.key -days 30 -out nameless.pem 2>openssl.log ||
  { cat openssl.log >&2; exit 1; }

key self-signed
openssl req -x509 -new -config ca.conf -extensions leaf -key self-signed.key -days 30 -subj /CN=self-signed \
  -addext "subjectAltName=$here" -out self-signed.pem

authority foreign-ca
request foreign foreign.example $here
sign foreign foreign-ca leaf

request middle middle
sign middle ca authority
request below below.example $here
sign below middle leaf
cat below.pem middle.pem > below-chain.pem
