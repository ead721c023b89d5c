package dev.tenon.server.internal;

import dev.tenon.http.HeaderNames;
import dev.tenon.server.HttpHead;
import dev.tenon.server.Principal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells callers apart, to give each a share of what is bounded: by principal, or without one by IP address. All addresses of an IPv6
 * network of 64 bits are one caller, since one machine can have them all.
 */
final class Callers {
    /** An IPv4 address or an IPv6 one, bare or in brackets; the port that some proxies add follows the first and the last. */
    private static final Pattern ADDRESS = Pattern.compile(
            "([0-9]{1,3}(?:\\.[0-9]{1,3}){3})(?::[0-9]+)?|([0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(?:%.*)?|\\[([0-9a-fA-F:.]+)(?:%.*)?](?::[0-9]+)?");

    private static final int IPV4_BYTES = 4;
    private static final int IPV6_NETWORK_BYTES = 8;

    private final List<Network> proxies;

    /**
     * Tells callers apart behind these proxies.
     *
     * @param proxies addresses or networks, such as {@code 10.0.0.0/8}, whose {@code X-Forwarded-For} is believed
     * @throws IllegalArgumentException when one is neither
     */
    Callers(List<String> proxies) {
        this.proxies = proxies.stream().map(Network::parse).toList();
    }

    private record Network(byte[] address, int bits) {
        static Network parse(String text) {
            String[] parts = text.split("/", 2);
            byte[] address = Callers.address(parts[0]);
            int all = address.length * Byte.SIZE;
            int bits = parts.length == 1 ? all : parts[1].matches("[0-9]{1,3}") ? Integer.parseInt(parts[1]) : -1;
            if (all == 0 || bits < 0 || bits > all) {
                throw new IllegalArgumentException(
                        "trustedProxies: no IP address or network, such as 10.0.0.0/8: " + text);
            }
            return new Network(address, bits);
        }

        boolean contains(byte[] other) {
            int rest = address.length * Byte.SIZE - bits;
            return other.length == address.length
                    && new BigInteger(1, other).shiftRight(rest).equals(new BigInteger(1, address).shiftRight(rest));
        }
    }

    /** Returns the key of a principal's share: a digest, as a name may be long. */
    static String of(Principal principal) {
        return RequestDigest.of("principal " + principal.name(), null);
    }

    /** Returns the key of the share that a request takes from. No address is like the digest of a principal. */
    String of(HttpHead head, @Nullable Principal principal) {
        return principal != null ? of(principal) : network(client(head));
    }

    /** Returns the last address on the way here that is not of a trusted proxy. */
    private String client(HttpHead head) {
        String client = head.remoteHost();
        if (proxies.isEmpty()) {
            return client;
        }
        List<String> forwarded = new ArrayList<>();
        head.headers().all(HeaderNames.FORWARDED_FOR).forEach(line -> forwarded.addAll(List.of(line.split(","))));
        for (int i = forwarded.size() - 1; i >= 0 && isProxy(client); i--) {
            String before = forwarded.get(i).strip();
            if (address(before).length == 0) {
                break;
            }
            client = before;
        }
        return client;
    }

    private boolean isProxy(String host) {
        byte[] address = address(host);
        return proxies.stream().anyMatch(proxy -> proxy.contains(address));
    }

    private String network(String host) {
        if (proxies.isEmpty() && host.indexOf(':') < 0) {
            // What most requests have: an IPv4 address as the system writes it.
            return host;
        }
        byte[] address = address(host);
        return switch (address.length) {
            case 0 -> host;
            case IPV4_BYTES -> HexFormat.of().formatHex(address);
            default -> HexFormat.of().formatHex(address, 0, IPV6_NETWORK_BYTES);
        };
    }

    /** Returns the bytes of a literal address, or none. Nothing is looked up. */
    private static byte[] address(String text) {
        Matcher matcher = ADDRESS.matcher(text);
        if (!matcher.matches()) {
            return new byte[0];
        }
        String ipv6 = matcher.group(2) != null ? matcher.group(2) : matcher.group(3);
        try {
            return InetAddress.getByName(ipv6 == null ? matcher.group(1) : "[" + ipv6 + "]")
                    .getAddress();
        } catch (UnknownHostException e) {
            return new byte[0];
        }
    }
}
