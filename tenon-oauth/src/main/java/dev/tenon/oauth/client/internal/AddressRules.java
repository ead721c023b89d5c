package dev.tenon.oauth.client.internal;

import dev.tenon.oauth.client.AuthorizationException;
import dev.tenon.uri.HttpUrls;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a server may send its clients. Metadata is what a server says: it must not make a client knock at doors within its own
 * network, nor speak in clear text (security best practices, section "Server-Side Request Forgery").
 *
 * <p>Names are looked up here and once more when the connection is made. In between Java keeps the answer (for 30 seconds unless
 * told otherwise), so that a name does not lead elsewhere the second time.
 */
final class AddressRules {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.oauth.client");

    /** How far away a host is. */
    private enum Reach {
        THIS_MACHINE,
        PRIVATE,
        PUBLIC
    }

    private final URI server;
    private final Predicate<URI> trusted;

    AddressRules(URI server, Predicate<URI> trusted) {
        this.server = server;
        this.trusted = trusted;
    }

    /**
     * Returns when the address may be gone to. This looks its host up, and so may block.
     *
     * @param what names it in the message
     * @throws AuthorizationException when it may not
     */
    URI check(URI uri, String what) {
        String problem = problem(uri);
        if (problem != null) {
            LOG.warn("{} names an address that is not gone to: {} {}", HttpUrls.origin(server), what, problem);
            throw new AuthorizationException("The address of " + what + " is not gone to: it " + problem + ". "
                    + HttpUrls.origin(server) + " or its authorization server named it");
        }
        return uri;
    }

    private @org.jspecify.annotations.Nullable String problem(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            return "is neither https nor http";
        }
        if (uri.getHost() == null || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
            return "has no host, or a user or a fragment, which addresses here have not";
        }
        if (HttpUrls.sameOrigin(uri, server) || trusted.test(uri)) {
            return null;
        }
        return elsewhere(uri, scheme);
    }

    private @org.jspecify.annotations.Nullable String elsewhere(URI uri, String scheme) {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(uri.getHost());
        } catch (UnknownHostException e) {
            return "has a host that is not known";
        }
        boolean here = Arrays.stream(addresses).allMatch(InetAddress::isLoopbackAddress);
        Reach mine = reach();
        if (scheme.equals("http") && !(here && mine == Reach.THIS_MACHINE)) {
            return "is not https";
        }
        if (Arrays.stream(addresses).anyMatch(InetAddress::isLinkLocalAddress)) {
            return "leads to a link-local address";
        }
        boolean isPublic = Arrays.stream(addresses).allMatch(AddressRules::isPublic);
        return isPublic || mine != Reach.PUBLIC ? null : "leads into a private network, and the server is not there";
    }

    private Reach reach() {
        if (HttpUrls.isLoopback(server.getHost())) {
            return Reach.THIS_MACHINE;
        }
        try {
            InetAddress[] addresses = InetAddress.getAllByName(server.getHost());
            if (Arrays.stream(addresses).allMatch(InetAddress::isLoopbackAddress)) {
                return Reach.THIS_MACHINE;
            }
            return Arrays.stream(addresses).allMatch(AddressRules::isPublic) ? Reach.PUBLIC : Reach.PRIVATE;
        } catch (UnknownHostException e) {
            return Reach.PUBLIC;
        }
    }

    /** Whether everybody in the Internet means the same machine by it (RFC 6890). */
    static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        return bytes.length == 4 ? isPublic4(bytes) : isPublic6(bytes);
    }

    private static boolean isPublic4(byte[] bytes) {
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

    private static boolean isPublic6(byte[] bytes) {
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

    /** The schemes that a browser is sent to. */
    static final List<String> PAGES = List.of("https", "http");
}
