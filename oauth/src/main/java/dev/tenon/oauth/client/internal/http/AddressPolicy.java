package dev.tenon.oauth.client.internal.http;

import static dev.tenon.oauth.internal.OAuthLog.CLIENT_LOG;

import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.internal.NetworkConnector;
import dev.tenon.uri.HttpUrls;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which URLs the client may contact. A malicious server must not make its clients contact hosts in their own
 * network, or use unencrypted connections (MCP security best practices, section "Server-Side Request Forgery"). The
 * client connects to the checked addresses; {@link dev.tenon.oauth.internal.OAuthHttpClient} does not resolve the name
 * again.
 */
public record AddressPolicy(URI server, Predicate<URI> trusted, NetworkConnector network) {
    /**
     * The beginnings of IPv6 addresses that are not public: unique local ones; those that embed an IPv4 address, to
     * which they can lead (64:ff9b, and eight zero bytes); tunnels (2002, and 2001:0); documentation (2001:db8).
     */
    private static final List<String> NON_PUBLIC_IPV6 =
            List.of("fc", "fd", "0064ff9b", "0000000000000000", "2002", "20010000", "20010db8");

    /**
     * Returns the addresses to connect to. Resolves the host, so it can block.
     *
     * @param what the name of the URL for the message
     * @return the addresses; empty if any address is allowed, because the URL is trusted or has the origin of the
     *     server
     * @throws AuthorizationException if the client must not contact the URL
     */
    public List<InetAddress> resolveAllowed(URI uri, String what) {
        if (!HttpUrls.isHttp(uri) || uri.getScheme().toLowerCase(Locale.ROOT).startsWith("ws")) {
            throw logAndCreateRefusal(what, "it is not an http or https URL with a host and without user information");
        }
        if (uri.getRawFragment() != null) {
            throw logAndCreateRefusal(what, "it has a fragment");
        }
        if (HttpUrls.isSameOrigin(uri, server) || trusted.test(uri)) {
            return List.of();
        }
        try {
            List<InetAddress> addresses = network.lookup(uri.getHost());
            String problem = findProblem(uri, addresses);
            if (problem != null) {
                throw logAndCreateRefusal(what, problem);
            }
            return addresses;
        } catch (UnknownHostException e) {
            throw logAndCreateRefusal(what, "its host is unknown");
        }
    }

    /** Logs the refusal and returns its exception. */
    private AuthorizationException logAndCreateRefusal(String what, String problem) {
        String origin = HttpUrls.origin(server);
        CLIENT_LOG.warn("Refusing to contact {}: {}; named by {} or its authorization server", what, problem, origin);
        return new AuthorizationException("Refusing to contact " + what + ": " + problem + ". " + origin
                + " or its authorization server named it");
    }

    /** Returns why the addresses are not allowed, or null. Resolves the host of the server each time. */
    private @Nullable String findProblem(URI uri, List<InetAddress> addresses) {
        List<InetAddress> serverAddresses = lookupServerAddresses();
        boolean isOnThisMachine = HttpUrls.isLoopback(server.getHost())
                || !serverAddresses.isEmpty() && serverAddresses.stream().allMatch(InetAddress::isLoopbackAddress);
        boolean isLoopback = addresses.stream().allMatch(InetAddress::isLoopbackAddress);
        if (uri.getScheme().equalsIgnoreCase("http") && !(isLoopback && isOnThisMachine)) {
            return "it is not https";
        }
        if (addresses.stream().anyMatch(InetAddress::isLinkLocalAddress)) {
            return "it resolves to a link-local address";
        }
        boolean isPublic = addresses.stream().allMatch(AddressPolicy::isPublic);
        return isPublic || isOnThisMachine || !serverAddresses.stream().allMatch(AddressPolicy::isPublic)
                ? null
                : "it resolves to a private network address, but the server is public";
    }

    /** Returns the addresses of the server; empty if its host is unknown. */
    private List<InetAddress> lookupServerAddresses() {
        try {
            return network.lookup(server.getHost());
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    /** Returns whether the address is globally unique and reachable (RFC 6890). */
    public static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? isPublicIpv4(bytes) : isPublicIpv6(bytes);
    }

    private static boolean isPublicIpv4(byte[] bytes) {
        int a = bytes[0] & 0xff;
        int b = bytes[1] & 0xff;
        int c = bytes[2] & 0xff;
        boolean reserved = a == 0
                || a >= 240
                || a == 100 && b >= 64 && b < 128
                || a == 192 && b == 0 && (c == 0 || c == 2)
                || a == 198 && (b == 18 || b == 19)
                || a == 198 && b == 51 && c == 100
                || a == 203 && b == 0 && c == 113;
        return !reserved;
    }

    private static boolean isPublicIpv6(byte[] bytes) {
        return NON_PUBLIC_IPV6.stream().noneMatch(HexFormat.of().formatHex(bytes)::startsWith);
    }
}
