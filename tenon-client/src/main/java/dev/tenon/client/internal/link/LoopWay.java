package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.HttpTarget;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.LoopHttp;
import dev.tenon.transport.NoWaiting;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The way to a target over the event loop of whoever calls, where that is one: in clear text, without a proxy, with headers that
 * HTTP surely allows. For everything else there is the JDK's client.
 */
final class LoopWay {
    private static final int HTTP_PORT = 80;
    private static final Set<String> RESTRICTED =
            Set.of("connection", "content-length", "expect", "host", "upgrade", "transfer-encoding");
    /** Names that are allowed, and need not be looked at. */
    private static final Set<String> USUAL = Set.of(
            "User-Agent",
            HeaderNames.ACCEPT,
            HeaderNames.CONTENT_TYPE,
            HeaderNames.PROTOCOL_VERSION,
            HeaderNames.SESSION_ID,
            HeaderNames.METHOD,
            HeaderNames.NAME);

    private static final String TOKEN = "!#$%&'*+-.^_`|~";
    private static final Map<String, String> ALWAYS =
            Map.of("User-Agent", "Java-http-client/" + System.getProperty("java.version"));

    private final ClientLimits limits;
    private final boolean possible;
    private final Addresses addresses;
    private final String host;
    private final String path;

    /** {@code executor} looks up names. */
    LoopWay(HttpTarget target, ClientLimits limits, Executor executor) {
        URI uri = target.uri();
        this.limits = limits;
        int port = uri.getPort() < 0 ? HTTP_PORT : uri.getPort();
        this.addresses = new Addresses(uri.getHost(), port, executor);
        this.host = port == HTTP_PORT ? uri.getHost() : uri.getHost() + ":" + port;
        String raw = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        this.path = uri.getRawQuery() == null ? raw : raw + "?" + uri.getRawQuery();
        this.possible = "http".equalsIgnoreCase(uri.getScheme()) && isValue(host + path) && isDirect(uri);
    }

    private static boolean isDirect(URI uri) {
        ProxySelector selector = ProxySelector.getDefault();
        List<Proxy> proxies = selector == null ? List.of() : selector.select(uri);
        return proxies.stream().allMatch(Proxy.NO_PROXY::equals);
    }

    /** Has the name looked up, so that the first request need not go another way. */
    void prepare() {
        if (possible) {
            addresses.lookUp();
        }
    }

    /** The event loop that this thread is, when a request can be sent from there now. */
    @Nullable LoopHttp here() {
        LoopHttp loop = possible ? LoopHttp.here() : null;
        return loop != null && loop.hasRoom() && addresses.now() != null ? loop : null;
    }

    /**
     * A request, or null when it has to go another way.
     *
     * @param credentials headers that are weaker than the others
     */
    LoopHttp.@Nullable Post post(Map<String, String> credentials, Outgoing outgoing) {
        InetSocketAddress server = addresses.now();
        byte[] body = outgoing.bytes();
        if (server == null || body == null) {
            return null;
        }
        Map<String, String> headers = merged(credentials, outgoing.headers());
        return areAllowed(headers)
                ? new LoopHttp.Post(server, host, path, headers, body, limits.connectTime(), mostWhole())
                : null;
    }

    private int mostWhole() {
        return Math.min(NoWaiting.MOST_BYTES, limits.json().bytes());
    }

    private static Map<String, String> merged(Map<String, String> credentials, Map<String, String> stronger) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (credentials.isEmpty()) {
            headers.putAll(ALWAYS);
            headers.putAll(stronger);
            return headers;
        }
        Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(ALWAYS);
        all.putAll(credentials);
        all.putAll(stronger);
        return all;
    }

    private static boolean areAllowed(Map<String, String> headers) {
        for (Map.Entry<String, String> header : headers.entrySet()) {
            String name = header.getKey();
            if (!(USUAL.contains(name) || isName(name)) || !isValue(header.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (!letter && TOKEN.indexOf(c) < 0) {
                return false;
            }
        }
        return !name.isEmpty() && !RESTRICTED.contains(name.toLowerCase(Locale.ROOT));
    }

    private static boolean isValue(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c < ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }
}
