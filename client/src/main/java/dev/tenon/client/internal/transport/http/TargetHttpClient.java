package dev.tenon.client.internal.transport.http;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.endpoint.HttpTarget;
import dev.tenon.http.AsyncHttpClient;
import dev.tenon.http.HeaderNames;
import dev.tenon.http.HttpCall;
import dev.tenon.http.HttpResponseHandler;
import dev.tenon.internal.text.AsciiValidator;
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
 * Sends requests to one target: on the event loop of the calling thread, if there is one and the target is reached over
 * clear text without a proxy; otherwise with {@code java.net.http}.
 */
public final class TargetHttpClient implements AutoCloseable {
    private static final int HTTP_PORT = 80;
    private static final Set<String> RESTRICTED =
            Set.of("connection", "content-length", "expect", "host", "upgrade", "transfer-encoding");
    /** Allowed names that need no validation. */
    private static final Set<String> COMMON_HEADERS = Set.of(
            HeaderNames.USER_AGENT,
            HeaderNames.ACCEPT,
            HeaderNames.CONTENT_TYPE,
            HeaderNames.PROTOCOL_VERSION,
            HeaderNames.SESSION_ID,
            HeaderNames.METHOD,
            HeaderNames.NAME);

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

    private final ClientLimits limits;
    private final boolean isPlainDirect;
    private final TargetAddressCache addresses;
    private final JdkHttpClient jdkClient;

    public TargetHttpClient(HttpTarget target, ClientLimits limits, Executor executor) {
        URI uri = target.uri();
        this.limits = limits;
        this.addresses = new TargetAddressCache(uri.getHost(), uri.getPort() < 0 ? HTTP_PORT : uri.getPort(), executor);
        this.jdkClient = new JdkHttpClient(target, limits, executor);
        this.isPlainDirect = "http".equalsIgnoreCase(uri.getScheme()) && isDirect(uri);
    }

    private static boolean isDirect(URI uri) {
        ProxySelector selector = ProxySelector.getDefault();
        List<Proxy> proxies = selector == null ? List.of() : selector.select(uri);
        return proxies.stream().allMatch(Proxy.NO_PROXY::equals);
    }

    /** Starts resolving the host, so that the first request on an event loop can use the event loop. */
    public void prefetchAddress() {
        if (isPlainDirect) {
            addresses.resolveAsync();
        }
    }

    /**
     * Sends a request, and never blocks.
     *
     * @throws dev.tenon.client.error.ConnectionFailedException when HTTP does not allow a header
     */
    HttpCall send(TargetRequest outgoing, URI uri, Map<String, String> headers, HttpResponseHandler handler) {
        AsyncHttpClient loopClient = isPlainDirect ? AsyncHttpClient.currentOrNull() : null;
        InetSocketAddress address = loopClient == null ? null : addresses.getAndRefreshAsync();
        boolean useLoop = loopClient != null && address != null && loopClient.canSend() && areHeadersAllowed(headers);
        AsyncHttpClient client = useLoop && loopClient != null ? loopClient : jdkClient;
        return client.send(
                new AsyncHttpClient.AsyncHttpRequest(
                        outgoing.method(),
                        uri,
                        useLoop ? address : null,
                        headers,
                        outgoing.body(),
                        outgoing.repeatable(),
                        limits.connectTimeout()),
                handler);
    }

    private static boolean areHeadersAllowed(Map<String, String> headers) {
        for (Map.Entry<String, String> header : headers.entrySet()) {
            String name = header.getKey();
            if (!(COMMON_HEADERS.contains(name) || isAllowedName(name))
                    || !AsciiValidator.isPrintable(header.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isAllowedName(String name) {
        return TOKEN.matcher(name).matches() && !RESTRICTED.contains(name.toLowerCase(Locale.ROOT));
    }

    @Override
    public void close() {
        jdkClient.close();
    }
}
