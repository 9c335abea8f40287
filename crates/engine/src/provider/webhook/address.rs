//! Decides which IP addresses belong to the public internet. All other addresses are internal, and a webhook
//! never connects to them unless the operator allows it.
//!
//! An address that embeds an IPv4 address is as public as the embedded address, because a translator would
//! connect there.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// IPv4 ranges that are not public, with a description.
const NON_PUBLIC_V4: [(Ipv4Addr, u8, &str); 17] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8, "this network"),
    (Ipv4Addr::new(10, 0, 0, 0), 8, "private"),
    (Ipv4Addr::new(100, 64, 0, 0), 10, "carrier-grade NAT"),
    (Ipv4Addr::new(127, 0, 0, 0), 8, "loopback"),
    (Ipv4Addr::new(168, 63, 129, 16), 32, "internal to a cloud provider"),
    (Ipv4Addr::new(169, 254, 0, 0), 16, "link-local"),
    (Ipv4Addr::new(172, 16, 0, 0), 12, "private"),
    (Ipv4Addr::new(192, 0, 0, 0), 24, "reserved for protocols"),
    (Ipv4Addr::new(192, 0, 2, 0), 24, "reserved for documentation"),
    (Ipv4Addr::new(192, 88, 99, 0), 24, "reserved for 6to4 relays"),
    (Ipv4Addr::new(192, 168, 0, 0), 16, "private"),
    (Ipv4Addr::new(198, 18, 0, 0), 15, "reserved for benchmarks"),
    (Ipv4Addr::new(198, 51, 100, 0), 24, "reserved for documentation"),
    (Ipv4Addr::new(203, 0, 113, 0), 24, "reserved for documentation"),
    (Ipv4Addr::new(224, 0, 0, 0), 4, "multicast"),
    (Ipv4Addr::new(240, 0, 0, 0), 4, "reserved"),
    (Ipv4Addr::new(255, 255, 255, 255), 32, "broadcast"),
];

/// The IPv6 range assigned for global unicast.
const GLOBAL_V6: (Ipv6Addr, u8) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Ranges within `GLOBAL_V6` that are not public, with a description. 6to4 is missing because it is unwrapped.
const NON_PUBLIC_V6: [(Ipv6Addr, u8, &str); 4] = [
    // Teredo, benchmarking, ORCHID and other protocol assignments.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23, "reserved for protocols"),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32, "reserved for documentation"),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20, "reserved for documentation"),
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48, "reserved for protocols"),
];

/// A range of addresses: `10.0.0.0/8`, `fd00::/8`, or a single address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Parses a range. Returns `None` if the text is not a range.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address.parse::<IpAddr>().ok()?, bits.parse().ok()?),
            None => {
                let address = text.parse::<IpAddr>().ok()?;
                (address, if address.is_ipv4() { 32 } else { 128 })
            }
        };
        let bits_max = if address.is_ipv4() { 32 } else { 128 };
        (bits <= bits_max).then_some(Self { address, bits })
    }

    /// Returns whether the range contains the address.
    pub(super) fn holds(&self, address: IpAddr) -> bool {
        match (self.address, address) {
            (IpAddr::V4(range), IpAddr::V4(address)) => in_v4(address, range, self.bits),
            (IpAddr::V6(range), IpAddr::V6(address)) => in_v6(address, range, self.bits),
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

/// Returns the description of an address that is not public, or `None` for a public address.
pub(super) fn non_public(address: IpAddr) -> Option<&'static str> {
    match address {
        IpAddr::V4(address) => non_public_v4(address),
        IpAddr::V6(address) => non_public_v6(address),
    }
}

fn non_public_v4(address: Ipv4Addr) -> Option<&'static str> {
    NON_PUBLIC_V4.iter().find(|(range, bits, _)| in_v4(address, *range, *bits)).map(|(_, _, what)| *what)
}

/// Returns the IPv4 address embedded in an IPv6 address, if there is one.
pub(super) fn embedded_v4(address: IpAddr) -> Option<IpAddr> {
    let IpAddr::V6(address) = address else { return None };
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, _, _, _, _, _] => Some(v4_of(high, low).into()),
        _ => None,
    }
}

fn v4_of(high: u16, low: u16) -> Ipv4Addr {
    Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))
}

fn non_public_v6(address: Ipv6Addr) -> Option<&'static str> {
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 0] => Some("unspecified"),
        [0, 0, 0, 0, 0, 0, 0, 1] => Some("loopback"),
        // IPv4-mapped addresses and the well-known NAT64 prefix are as public as the embedded address.
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => non_public_v4(v4_of(high, low)),
        // 6to4 leads to the gateway with the embedded address.
        [0x2002, high, low, ..] => non_public_v4(v4_of(high, low)).or(Some("6to4")),
        _ if !in_v6(address, GLOBAL_V6.0, GLOBAL_V6.1) => Some("outside the global range"),
        _ => NON_PUBLIC_V6.iter().find(|(range, bits, _)| in_v6(address, *range, *bits)).map(|(_, _, what)| *what),
    }
}

fn in_v4(address: Ipv4Addr, range: Ipv4Addr, bits: u8) -> bool {
    let mask = u32::MAX.checked_shl(32 - u32::from(bits)).unwrap_or(0);
    (address.to_bits() ^ range.to_bits()) & mask == 0
}

fn in_v6(address: Ipv6Addr, range: Ipv6Addr, bits: u8) -> bool {
    let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or(0);
    (address.to_bits() ^ range.to_bits()) & mask == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_last_address_of_every_closed_range_are_closed() {
        for (range, bits, what) in NON_PUBLIC_V4 {
            let last = Ipv4Addr::from_bits(range.to_bits() | u32::MAX.checked_shr(bits.into()).unwrap_or(0));
            for address in [range, last] {
                assert!(non_public(address.into()).is_some(), "{address} is {what}");
                assert!(non_public(address.to_ipv6_mapped().into()).is_some(), "{address} mapped");
            }
        }
        for (range, bits, what) in NON_PUBLIC_V6 {
            let last = Ipv6Addr::from_bits(range.to_bits() | u128::MAX.checked_shr(bits.into()).unwrap_or(0));
            for address in [range, last] {
                assert!(non_public(address.into()).is_some(), "{address} is {what}");
            }
        }
    }

    #[test]
    fn addresses_next_to_the_non_public_ranges_are_public() {
        for address in [
            "1.1.1.1",
            "8.8.8.8",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.255.255.255",
            "128.0.0.0",
            "168.63.129.15",
            "169.253.255.255",
            "169.255.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.0",
            "192.0.3.0",
            "192.88.98.255",
            "192.167.255.255",
            "192.169.0.0",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700:4700::1111",
            "2a00:1450::1",
            "2001:4860:4860::8888",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
        ] {
            assert_eq!(non_public(address.parse().unwrap()), None, "{address}");
        }
    }

    #[test]
    fn addresses_that_carry_others_are_unwrapped_or_refused() {
        for address in [
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:a9fe:a9fe",
            "64:ff9b::7f00:1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::7f00:1",
            "64:ff9b:1::808:808",
            "2002:7f00:1::",
            "2002:a9fe:a9fe::1",
            "2002:808:808::1",
            "2001:0:808:808::1",
            "2001::1",
            "2001:db8::1",
            "100::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "3fff::1",
            "4000::1",
            "::ffff:0:127.0.0.1",
            "5f00::1",
        ] {
            assert!(non_public(address.parse().unwrap()).is_some(), "{address}");
        }
    }

    #[test]
    fn networks_contain_their_addresses() {
        let holds = |network: &str, address: &str| Network::parse(network).unwrap().holds(address.parse().unwrap());
        assert!(holds("10.0.0.0/8", "10.255.0.1") && !holds("10.0.0.0/8", "11.0.0.0"));
        assert!(holds("127.0.0.1", "127.0.0.1") && !holds("127.0.0.1", "127.0.0.2"));
        assert!(holds("0.0.0.0/0", "1.2.3.4") && !holds("0.0.0.0/0", "::1"));
        assert!(holds("fd00::/8", "fd12::1") && holds("::/0", "::1"));
        for text in ["", "10.0.0.0/33", "::/129", "localhost", "10.0.0/8", "10.0.0.0/", "10.0.0.0/-1"] {
            assert_eq!(Network::parse(text), None, "{text}");
        }
    }
}
