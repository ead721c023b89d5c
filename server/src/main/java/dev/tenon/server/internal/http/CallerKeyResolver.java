package dev.tenon.server.internal.http;

import static dev.tenon.http.HeaderNames.FORWARDED_FOR;

import dev.tenon.server.call.CallerPrincipal;
import dev.tenon.server.http.HttpRequestHead;
import dev.tenon.server.internal.request.RequestDigest;
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
 * Determines the key under which the limits of a caller are counted: its principal, or without one its IP address. All
 * addresses of an IPv6 /64 network are one caller, because one machine can have all of them.
 */
public final class CallerKeyResolver {
    /**
     * An IPv4 or IPv6 address, plain or in brackets; the port that some proxies add is possible after an IPv4 address
     * and after brackets.
     */
    private static final Pattern ADDRESS = Pattern.compile(
            "([0-9]{1,3}(?:\\.[0-9]{1,3}){3})(?::[0-9]+)?|([0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(?:%.*)?|\\[([0-9a-fA-F:.]+)(?:%.*)?](?::[0-9]+)?");

    private static final int IPV4_BYTES = 4;
    private static final int IPV6_NETWORK_BYTES = 8;

    private final List<IpNetwork> proxies;

    /**
     * Creates a resolver that trusts these proxies.
     *
     * @param proxies addresses or networks, such as {@code 10.0.0.0/8}, whose {@code X-Forwarded-For} header is trusted
     * @throws IllegalArgumentException if an entry is neither
     */
    public CallerKeyResolver(List<String> proxies) {
        this.proxies = proxies.stream().map(IpNetwork::parse).toList();
    }

    private record IpNetwork(byte[] address, int bits) {
        static IpNetwork parse(String text) {
            String[] parts = text.split("/", 2);
            byte[] address = CallerKeyResolver.parseAddress(parts[0]);
            int maxBits = address.length * Byte.SIZE;
            int bits = parts.length == 1 ? maxBits : parts[1].matches("[0-9]{1,3}") ? Integer.parseInt(parts[1]) : -1;
            if (maxBits == 0 || bits < 0 || bits > maxBits) {
                throw new IllegalArgumentException(
                        "trustedProxies: not an IP address or network, such as 10.0.0.0/8: " + text);
            }
            return new IpNetwork(address, bits);
        }

        boolean contains(byte[] other) {
            int hostBits = address.length * Byte.SIZE - bits;
            return other.length == address.length
                    && new BigInteger(1, other)
                            .shiftRight(hostBits)
                            .equals(new BigInteger(1, address).shiftRight(hostBits));
        }
    }

    /** Returns the key of a principal: a digest, because a name can be long. */
    public static String keyOf(CallerPrincipal principal) {
        return RequestDigest.of("principal " + principal.name(), null);
    }

    /** Returns the key of the caller of a request. An address never equals the digest of a principal. */
    public String keyOf(HttpRequestHead head, @Nullable CallerPrincipal principal) {
        return principal != null ? keyOf(principal) : networkKey(clientAddress(head));
    }

    /** Returns the last forwarded address that is not a trusted proxy. */
    private String clientAddress(HttpRequestHead head) {
        String client = head.remoteIpAddress();
        if (proxies.isEmpty()) {
            return client;
        }
        List<String> forwarded = new ArrayList<>();
        head.headers().allValues(FORWARDED_FOR).forEach(value -> forwarded.addAll(List.of(value.split(","))));
        for (int i = forwarded.size() - 1; i >= 0 && isTrustedProxy(client); i--) {
            String previous = forwarded.get(i).strip();
            if (parseAddress(previous).length == 0) {
                break;
            }
            client = previous;
        }
        return client;
    }

    private boolean isTrustedProxy(String host) {
        byte[] address = parseAddress(host);
        return proxies.stream().anyMatch(proxy -> proxy.contains(address));
    }

    private String networkKey(String host) {
        if (proxies.isEmpty() && host.indexOf(':') < 0) {
            // The common case: an IPv4 address as the system formats it.
            return host;
        }
        byte[] address = parseAddress(host);
        return switch (address.length) {
            case 0 -> host;
            case IPV4_BYTES -> HexFormat.of().formatHex(address);
            default -> HexFormat.of().formatHex(address, 0, IPV6_NETWORK_BYTES);
        };
    }

    /** Returns the bytes of a literal address, or an empty array. Never queries DNS. */
    private static byte[] parseAddress(String text) {
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
