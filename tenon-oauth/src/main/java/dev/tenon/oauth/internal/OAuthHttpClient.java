package dev.tenon.oauth.internal;

import dev.tenon.internal.concurrent.ExecutionContext;
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
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests over HTTP/1.1, each on a connection of its own, to addresses that were looked up and checked before.
 * The name is not looked up again: it is used for TLS (SNI and the certificate) and for {@code Host}. Where the system
 * has a proxy, the proxy looks it up. An exchange runs on the calling thread, and ends by its time limit or when that
 * thread is interrupted.
 *
 * @param tls what is trusted; null for what this Java trusts
 */
public record OAuthHttpClient(
        NetworkConnector network, @Nullable SSLContext tls) {
    /**
     * Sends a request and reads its response.
     *
     * @param addresses where to connect, the first that can be reached; empty for what the host has now
     * @param time from the first byte to the last
     * @param maxBodyBytes the largest body that is read
     * @throws SocketTimeoutException when it takes too long
     * @throws ResponseTooLargeException when the body is larger
     * @throws IOException when there is no connection, or no well-formed response
     */
    public OAuthHttpResponse send(OAuthHttpRequest call, List<InetAddress> addresses, Duration time, int maxBodyBytes)
            throws IOException {
        ExecutionContext.checkCanBlock("a request of the OAuth client");
        long end = System.nanoTime() + time.toNanos();
        InetSocketAddress proxy = selectProxy(call);
        List<InetAddress> targets = addresses;
        if (proxy != null) {
            targets = network.lookup(proxy.getHostString());
        } else if (targets.isEmpty()) {
            targets = network.lookup(call.uri().getHost());
        }
        int port = proxy == null ? effectivePort(call) : proxy.getPort();
        for (int i = 0; ; i++) {
            // Each address has its share of the time, and the one that is connected to has all that is left.
            int left = targets.size() - i;
            try (SocketChannel channel = SocketChannel.open()) {
                InetSocketAddress target = new InetSocketAddress(targets.get(i), port);
                if (!tryConnect(channel, target, (end - System.nanoTime()) / left, left == 1)) {
                    continue;
                }
                return runWithTimeout(end - System.nanoTime(), channel, () -> {
                    Socket socket = openTls(channel.socket(), call, proxy != null);
                    boolean isPlainProxy = proxy != null && !isTls(call);
                    socket.getOutputStream().write(call.encode(isPlainProxy));
                    socket.getOutputStream().flush();
                    InputStream in = new BufferedInputStream(socket.getInputStream());
                    return new HttpResponseReader(in, maxBodyBytes).read();
                });
            }
        }
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

    /** Closes the channel when the time is over, which ends whatever waits for it, also a write. */
    private static <T> T runWithTimeout(long nanos, SocketChannel channel, TimedAction<T> work) throws IOException {
        CompletableFuture<Void> alarm =
                new CompletableFuture<Void>().orTimeout(Math.max(nanos, 1), TimeUnit.NANOSECONDS);
        var unused = alarm.whenComplete((done, late) -> {
            if (late != null) {
                close(channel);
            }
        });
        try {
            return work.run();
        } catch (IOException e) {
            if (alarm.isCompletedExceptionally() && !Thread.currentThread().isInterrupted()) {
                SocketTimeoutException timeout = new SocketTimeoutException("the time for the exchange is over");
                timeout.initCause(e);
                throw timeout;
            }
            throw e;
        } finally {
            alarm.complete(null);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is not used any more.
        }
    }

    private Socket openTls(Socket socket, OAuthHttpRequest call, boolean isProxy) throws IOException {
        if (!isTls(call)) {
            return socket;
        }
        if (isProxy) {
            connectTunnel(socket, call);
        }
        String host = call.uri().getHost().replaceAll("[\\[\\]]", "");
        SSLSocketFactory factory =
                tls == null ? (SSLSocketFactory) SSLSocketFactory.getDefault() : tls.getSocketFactory();
        SSLSocket secure = (SSLSocket) factory.createSocket(socket, host, effectivePort(call), true);
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
        secure.startHandshake();
        return secure;
    }

    private static void connectTunnel(Socket socket, OAuthHttpRequest call) throws IOException {
        String authority = call.uri().getHost() + ":" + effectivePort(call);
        String request = "CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        OAuthHttpResponse answer = new HttpResponseReader(socket.getInputStream(), 0).readHead();
        if (!answer.isSuccess()) {
            throw new IOException("the proxy answers with status " + answer.status());
        }
    }

    private static @Nullable InetSocketAddress selectProxy(OAuthHttpRequest call) {
        ProxySelector selector = ProxySelector.getDefault();
        List<Proxy> proxies = selector == null ? List.of() : selector.select(call.uri());
        return proxies.stream()
                .limit(1)
                .filter(proxy -> proxy.type() == Proxy.Type.HTTP)
                .map(proxy -> (InetSocketAddress) proxy.address())
                .findFirst()
                .orElse(null);
    }

    private static boolean isTls(OAuthHttpRequest call) {
        return "https".equalsIgnoreCase(call.uri().getScheme());
    }

    private static int effectivePort(OAuthHttpRequest call) {
        int port = call.uri().getPort();
        return port < 0 ? HttpUrls.defaultPort(call.uri().getScheme()) : port;
    }
}
