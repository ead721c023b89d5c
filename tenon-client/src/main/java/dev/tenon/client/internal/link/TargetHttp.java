package dev.tenon.client.internal.link;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.HttpTarget;
import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;

/**
 * Sends the requests to one target: over the event loop of the calling thread, where that is one and the target is reached in clear
 * text without a proxy; else by {@code java.net.http}.
 */
final class TargetHttp implements AutoCloseable {
    private static final int HTTP_PORT = 80;
    private static final Set<String> RESTRICTED =
            Set.of("connection", "content-length", "expect", "host", "upgrade", "transfer-encoding");
    /** Names that are allowed, and need not be looked at. */
    private static final Set<String> USUAL = Set.of(
            HeaderNames.USER_AGENT,
            HeaderNames.ACCEPT,
            HeaderNames.CONTENT_TYPE,
            HeaderNames.PROTOCOL_VERSION,
            HeaderNames.SESSION_ID,
            HeaderNames.METHOD,
            HeaderNames.NAME);

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private final ClientLimits limits;
    private final boolean direct;
    private final Addresses addresses;
    private final JdkHttpClient jdk;

    TargetHttp(HttpTarget target, ClientLimits limits, Executor executor) {
        URI uri = target.uri();
        this.limits = limits;
        this.addresses = new Addresses(uri.getHost(), uri.getPort() < 0 ? HTTP_PORT : uri.getPort(), executor);
        this.jdk = new JdkHttpClient(target, limits, executor);
        this.direct = "http".equalsIgnoreCase(uri.getScheme()) && isDirect(uri);
    }

    private static boolean isDirect(URI uri) {
        ProxySelector selector = ProxySelector.getDefault();
        List<Proxy> proxies = selector == null ? List.of() : selector.select(uri);
        return proxies.stream().allMatch(Proxy.NO_PROXY::equals);
    }

    /** Has the name looked up, so that the first request on an event loop need not go another way. */
    void prepare() {
        if (direct) {
            addresses.lookUp();
        }
    }

    /**
     * Sends a request, and never blocks.
     *
     * @throws dev.tenon.client.ConnectionFailedException when HTTP does not allow a header
     */
    HttpCall send(Outgoing outgoing, URI uri, Map<String, String> headers, HttpResponseHandler handler) {
        AsyncHttpClient loop = direct ? AsyncHttpClient.here() : null;
        InetSocketAddress address = loop == null ? null : addresses.now();
        boolean here = loop != null && address != null && loop.hasRoom() && areAllowed(headers);
        AsyncHttpClient client = here && loop != null ? loop : jdk;
        return client.send(
                new AsyncHttpClient.Request(
                        outgoing.method(),
                        uri,
                        here ? address : null,
                        headers,
                        outgoing.bytes(),
                        outgoing.repeatable(),
                        limits.connectTime()),
                handler);
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
        return TOKEN.matcher(name).matches() && !RESTRICTED.contains(name.toLowerCase(Locale.ROOT));
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

    @Override
    public void close() {
        jdk.close();
    }
}
