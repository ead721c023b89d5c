package dev.tenon.oauth.internal;

import dev.tenon.internal.concurrent.ThreadBlockingContext;
import dev.tenon.uri.HttpUrls;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests over HTTP/1.1, each on its own connection, to addresses that were resolved and checked before. The
 * name is not resolved again; it is used for TLS (SNI and the certificate) and for {@code Host}. If the system has a
 * proxy, the proxy resolves the name. An exchange runs on the calling thread; its time limit or an interrupt of that
 * thread ends it.
 *
 * @param tls the TLS trust; null for the trust store of the JVM
 */
public record OAuthHttpClient(
        NetworkConnector network, @Nullable SSLContext tls) {
    /**
     * Sends a request and reads its response. The calling thread must be one that may block.
     *
     * @param addresses the addresses to try in order; empty to resolve the host
     * @param timeout the time limit for the whole exchange
     * @param maxBodyBytes the maximum size of the response body
     * @throws SocketTimeoutException if the time limit is exceeded
     * @throws ResponseTooLargeException if the body is too large
     * @throws IOException if there is no connection or no well-formed response
     */
    public OAuthHttpResponse send(
            OAuthHttpRequest request, List<InetAddress> addresses, Duration timeout, int maxBodyBytes)
            throws IOException {
        ThreadBlockingContext.assertCanBlock("a request of the OAuth client");
        long deadline = System.nanoTime() + timeout.toNanos();
        InetSocketAddress proxy = selectProxy(request);
        List<InetAddress> targets = addresses;
        if (proxy != null) {
            targets = network.lookup(proxy.getHostString());
        } else if (targets.isEmpty()) {
            targets = network.lookup(request.uri().getHost());
        }
        int port = proxy == null ? effectivePort(request) : proxy.getPort();
        for (int i = 0; ; i++) {
            // Each address gets an equal share of the remaining time; the connected one gets all of it.
            int left = targets.size() - i;
            try (SocketChannel channel = SocketChannel.open()) {
                InetSocketAddress target = new InetSocketAddress(targets.get(i), port);
                if (!tryConnect(channel, target, (deadline - System.nanoTime()) / left, left == 1)) {
                    continue;
                }
                return runWithTimeout(deadline - System.nanoTime(), channel, () -> {
                    Socket socket = openTlsIfHttps(channel.socket(), request, proxy != null);
                    boolean isPlainProxy = proxy != null && !isTls(request);
                    socket.getOutputStream().write(request.encode(isPlainProxy));
                    socket.getOutputStream().flush();
                    InputStream in = new BufferedInputStream(socket.getInputStream());
                    return new Http1ResponseReader(in, maxBodyBytes).read();
                });
            }
        }
    }

    /**
     * Returns the URL if secrets may be sent to it, and keys received from it.
     *
     * @param what the name of the URL for the message
     * @throws IllegalArgumentException if it is neither https (or wss) nor on this machine, or has a fragment
     */
    public static URI requireSecure(URI uri, String what) {
        if (!HttpUrls.isSecureOrLoopback(uri) || uri.getRawFragment() != null) {
            throw new IllegalArgumentException(what + " must be https (http on this machine only), but is " + uri);
        }
        return uri;
    }

    private boolean tryConnect(SocketChannel channel, InetSocketAddress target, long nanos, boolean isLast)
            throws IOException {
        try {
            return runWithTimeout(nanos, channel, () -> {
                network.connect(channel, target);
                return true;
            });
        } catch (IOException e) {
            if (isLast || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            return false;
        }
    }

    private interface TimedAction<T> {
        T run() throws IOException;
    }

    /** Runs the action, and closes the channel after the time limit, which ends blocking reads and writes. */
    private static <T> T runWithTimeout(long nanos, SocketChannel channel, TimedAction<T> action) throws IOException {
        var timer = new CompletableFuture<Void>().orTimeout(Math.max(nanos, 1), TimeUnit.NANOSECONDS);
        var unused = timer.whenComplete((done, timeoutError) -> {
            if (timeoutError != null) {
                close(channel);
            }
        });
        try {
            return action.run();
        } catch (IOException e) {
            if (timer.isCompletedExceptionally() && !Thread.currentThread().isInterrupted()) {
                IOException timeout = new SocketTimeoutException("the time limit of the exchange is exceeded");
                timeout.initCause(e);
                throw timeout;
            }
            throw e;
        } finally {
            timer.complete(null);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // The channel is no longer used.
        }
    }

    private Socket openTlsIfHttps(Socket socket, OAuthHttpRequest request, boolean isProxy) throws IOException {
        if (!isTls(request)) {
            return socket;
        }
        if (isProxy) {
            connectTunnel(socket, request);
        }
        String host = request.uri().getHost().replaceAll("[\\[\\]]", "");
        SSLSocketFactory factory =
                tls == null ? (SSLSocketFactory) SSLSocketFactory.getDefault() : tls.getSocketFactory();
        SSLSocket secure = (SSLSocket) factory.createSocket(socket, host, effectivePort(request), true);
        var parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    private static void connectTunnel(Socket socket, OAuthHttpRequest request) throws IOException {
        String authority = request.uri().getHost() + ":" + effectivePort(request);
        String head = "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        OAuthHttpResponse response = new Http1ResponseReader(socket.getInputStream(), 0).readHead();
        if (!response.isSuccess()) {
            throw new IOException("the proxy responded with status " + response.status());
        }
    }

    private static @Nullable InetSocketAddress selectProxy(OAuthHttpRequest request) {
        ProxySelector selector = ProxySelector.getDefault();
        List<Proxy> proxies = selector == null ? List.of() : selector.select(request.uri());
        Proxy first = proxies.isEmpty() ? Proxy.NO_PROXY : proxies.get(0);
        return first.type() == Proxy.Type.HTTP ? (InetSocketAddress) first.address() : null;
    }

    private static boolean isTls(OAuthHttpRequest request) {
        return "https".equalsIgnoreCase(request.uri().getScheme());
    }

    private static int effectivePort(OAuthHttpRequest request) {
        int port = request.uri().getPort();
        return port < 0 ? HttpUrls.defaultPort(request.uri().getScheme()) : port;
    }
}
