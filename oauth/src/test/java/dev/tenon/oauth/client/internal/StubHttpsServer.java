package dev.tenon.oauth.client.internal;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An https server on this machine with a certificate for one name. It responds with an empty JSON object. */
final class StubHttpsServer implements AutoCloseable {
    private static final char[] PASSWORD = "changeit".toCharArray();

    /** The SNI name, {@code Host} header, method and path of each request. */
    final List<String> requests = new CopyOnWriteArrayList<>();

    private final KeyStore keys = KeyStore.getInstance("PKCS12");
    private final HttpsServer server;

    StubHttpsServer(Path folder, String name) throws IOException, GeneralSecurityException, InterruptedException {
        Path file = folder.resolve("keys.p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool")
                + " -genkeypair -alias it -keyalg EC"
                + " -dname CN=" + name + " -ext SAN=dns:" + name + " -storetype PKCS12 -storepass changeit -keystore "
                + file;
        Process process = new ProcessBuilder(keytool.split(" ")).inheritIO().start();
        if (!process.waitFor(2, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IOException("keytool failed");
        }
        try (InputStream in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keyManagers.init(keys, PASSWORD);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keyManagers.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 100);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/", exchange -> {
            ExtendedSSLSession session = (ExtendedSSLSession) ((HttpsExchange) exchange).getSSLSession();
            String sni = session.getRequestedServerNames().stream()
                    .map(serverName -> ((SNIHostName) serverName).getAsciiName())
                    .findFirst()
                    .orElse("none");
            requests.add(sni + " " + exchange.getRequestHeaders().getFirst("Host") + " " + exchange.getRequestMethod()
                    + " " + exchange.getRequestURI());
            byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** Only trusts this certificate. */
    SSLContext createTrustingContext() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            KeyStore trustStore = KeyStore.getInstance("PKCS12");
            trustStore.load(null, null);
            trustStore.setCertificateEntry("it", keys.getCertificate("it"));
            factory.init(trustStore);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
