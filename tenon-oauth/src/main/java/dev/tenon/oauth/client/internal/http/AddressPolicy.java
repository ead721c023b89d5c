package dev.tenon.oauth.client.internal.http;

import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.oauth.internal.NetworkConnector;
import dev.tenon.oauth.internal.OAuthHttpClient;
import dev.tenon.uri.HttpUrls;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a server may send its clients. Metadata is what a server says: it must not make a client contact hosts within
 * its own network, nor speak in clear text (security best practices, section "Server-Side Request Forgery"). The
 * addresses that were checked are those that are connected to: {@link OAuthHttpClient} does not look the name up again.
 */
public record AddressPolicy(URI server, Predicate<URI> trusted, NetworkConnector network) {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth.client");

    /**
     * Returns the addresses to connect to. This looks the host up, and so may block.
     *
     * @param what names it in the message
     * @return empty when every address will do: the URL is of the server itself, or trusted
     * @throws AuthorizationException when the URL must not be contacted
     */
    public List<InetAddress> resolveAllowed(URI uri, String what) {
        if (!HttpUrls.isHttp(uri) || uri.getScheme().toLowerCase(Locale.ROOT).startsWith("ws")) {
            throw refuse(what, "it is not an http or https URL with a host and without user information");
        }
        if (uri.getRawFragment() != null) {
            throw refuse(what, "it has a fragment");
        }
        if (HttpUrls.isSameOrigin(uri, server) || trusted.test(uri)) {
            return List.of();
        }
        try {
            List<InetAddress> addresses = network.lookup(uri.getHost());
            String problem = findProblem(uri, addresses);
            if (problem != null) {
                throw refuse(what, problem);
            }
            return addresses;
        } catch (UnknownHostException e) {
            throw refuse(what, "its host is unknown");
        }
    }

    private AuthorizationException refuse(String what, String problem) {
        String origin = HttpUrls.origin(server);
        LOG.warn("Refusing to contact {}: {}; named by {} or its authorization server", what, problem, origin);
        return new AuthorizationException("Refusing to contact " + what + ": " + problem + ". " + origin
                + " or its authorization server named it");
    }

    private @Nullable String findProblem(URI uri, List<InetAddress> addresses) {
        List<InetAddress> mine = serverAddresses();
        boolean isOnThisMachine = HttpUrls.isLoopback(server.getHost())
                || !mine.isEmpty() && mine.stream().allMatch(InetAddress::isLoopbackAddress);
        boolean here = addresses.stream().allMatch(InetAddress::isLoopbackAddress);
        if (uri.getScheme().equalsIgnoreCase("http") && !(here && isOnThisMachine)) {
            return "it is not https";
        }
        if (addresses.stream().anyMatch(InetAddress::isLinkLocalAddress)) {
            return "it resolves to a link-local address";
        }
        boolean isPublic = addresses.stream().allMatch(AddressPolicy::isPublic);
        return isPublic || isOnThisMachine || !mine.stream().allMatch(AddressPolicy::isPublic)
                ? null
                : "it resolves to a private network address, but the server is public";
    }

    /** The addresses of the server; none when its host is unknown. */
    private List<InetAddress> serverAddresses() {
        try {
            return network.lookup(server.getHost());
        } catch (UnknownHostException e) {
            return List.of();
        }
    }

    /** Whether everybody in the Internet means the same machine by it (RFC 6890). */
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
        boolean unique = (bytes[0] & 0xfe) == 0xfc;
        // Addresses that hold one of the other kind: it says where they lead.
        boolean translated = startsWith(bytes, 0x00, 0x64, 0xff, 0x9b) || startsWith(bytes, 0, 0, 0, 0, 0, 0, 0, 0);
        boolean tunnel = startsWith(bytes, 0x20, 0x02) || startsWith(bytes, 0x20, 0x01, 0, 0);
        boolean documentation = startsWith(bytes, 0x20, 0x01, 0x0d, 0xb8);
        return !unique && !translated && !tunnel && !documentation;
    }

    private static boolean startsWith(byte[] bytes, int... prefix) {
        for (int i = 0; i < prefix.length; i++) {
            if ((bytes[i] & 0xff) != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
