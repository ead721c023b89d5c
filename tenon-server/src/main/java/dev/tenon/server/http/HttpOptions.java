package dev.tenon.server.http;

import dev.tenon.http.OriginPolicy;
import dev.tenon.server.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a server is served over HTTP. Start from {@link #DEFAULT}.
 *
 * @param path where the MCP endpoint is
 * @param origins which {@code Host} and {@code Origin} headers are let in: by default those of this machine only
 * @param authenticator says who calls, or null where everybody may
 * @param httpSsePath where the old HTTP+SSE transport of 2024-11-05 listens, or null where it is off
 * @param pages what everybody may see beside the endpoint; what the authenticator shows comes on top
 * @param keepAlive how often an open stream without messages gets a comment, so that nobody on the way closes it
 * @param trustedProxies addresses or networks, such as {@code 10.0.0.0/8}, of proxies whose {@code X-Forwarded-For} is
 *     believed: it says which address calls, for {@link Limits#sessionsPerCaller}; none by default
 */
public record HttpOptions(
        String path,
        OriginPolicy origins,
        @Nullable RequestAuthenticator authenticator,
        @Nullable String httpSsePath,
        List<PublicPage> pages,
        Duration keepAlive,
        List<String> trustedProxies) {
    /**
     * {@code /mcp}, this machine's hosts and origins only, no authentication, no HTTP+SSE, keep-alive every 15 seconds.
     */
    public static final HttpOptions DEFAULT = new HttpOptions(
            "/mcp", OriginPolicy.loopbackOnly(), null, null, List.of(), Duration.ofSeconds(15), List.of());

    public HttpOptions {
        pages = List.copyOf(pages);
        trustedProxies = List.copyOf(trustedProxies);
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("A path starts with /, not: " + path);
        }
        if (httpSsePath != null
                && (!httpSsePath.startsWith("/")
                        || httpSsePath.equals(path)
                        || messagePath(httpSsePath).equals(path))) {
            throw new IllegalArgumentException(
                    "The HTTP+SSE path starts with /, and neither it nor that of its messages is " + path);
        }
        if (keepAlive.toMillis() < 1) {
            throw new IllegalArgumentException("keepAlive must be at least a millisecond");
        }
    }

    /**
     * The paths that are the server's own: of the endpoint and, where HTTP+SSE is on, of its stream and of its
     * messages.
     */
    public List<String> endpointPaths() {
        String sse = httpSsePath;
        return sse == null ? List.of(path) : List.of(path, sse, messagePath(sse));
    }

    /** Where a client of HTTP+SSE posts its messages; null where HTTP+SSE is off. */
    public @Nullable String httpSseMessagePath() {
        return httpSsePath == null ? null : messagePath(httpSsePath);
    }

    private static String messagePath(String sse) {
        return sse + (sse.endsWith("/") ? "message" : "/message");
    }

    /** The same with the endpoint at another path. */
    public HttpOptions withPath(String changed) {
        return new HttpOptions(changed, origins, authenticator, httpSsePath, pages, keepAlive, trustedProxies);
    }

    /** The same with other hosts and origins let in. */
    public HttpOptions withOrigins(OriginPolicy changed) {
        return new HttpOptions(path, changed, authenticator, httpSsePath, pages, keepAlive, trustedProxies);
    }

    /** The same with somebody who says who calls. */
    public HttpOptions withAuthenticator(RequestAuthenticator changed) {
        return new HttpOptions(path, origins, changed, httpSsePath, pages, keepAlive, trustedProxies);
    }

    /**
     * Turns the old HTTP+SSE transport on: its stream at this path, its messages at the same path with {@code
     * /message}.
     */
    public HttpOptions withHttpSse(String changed) {
        return new HttpOptions(path, origins, authenticator, changed, pages, keepAlive, trustedProxies);
    }

    /** The same with the old HTTP+SSE transport off. */
    public HttpOptions withoutHttpSse() {
        return new HttpOptions(path, origins, authenticator, null, pages, keepAlive, trustedProxies);
    }

    /** Shows everybody this page as well. */
    public HttpOptions withPage(PublicPage page) {
        List<PublicPage> all = new ArrayList<>(pages);
        all.add(page);
        return new HttpOptions(path, origins, authenticator, httpSsePath, all, keepAlive, trustedProxies);
    }

    /** The same with another time between signs of life on a quiet stream. */
    public HttpOptions withKeepAlive(Duration changed) {
        return new HttpOptions(path, origins, authenticator, httpSsePath, pages, changed, trustedProxies);
    }

    /**
     * The same behind other proxies, whose {@code X-Forwarded-For} is believed. What is no address or network is
     * refused when the server is served, by an IllegalArgumentException.
     */
    public HttpOptions withTrustedProxies(List<String> changed) {
        return new HttpOptions(path, origins, authenticator, httpSsePath, pages, keepAlive, changed);
    }
}
