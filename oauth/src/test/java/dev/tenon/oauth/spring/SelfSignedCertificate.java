package dev.tenon.oauth.spring;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate for this machine, created by the JDK's keytool. */
final class SelfSignedCertificate {
    static final String PASSWORD = "changeit";

    final Path keyStore;

    SelfSignedCertificate(Path folder) throws IOException, InterruptedException {
        keyStore = folder.resolve("keys.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        String options = "-genkeypair -alias it -keyalg EC -dname CN=localhost -ext SAN=dns:localhost,ip:127.0.0.1"
                + " -storetype PKCS12 -storepass " + PASSWORD + " -keystore";
        Process process = new ProcessBuilder((keytool + " " + options + " " + keyStore).split(" "))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes());
        if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
            throw new IOException("keytool failed: " + output);
        }
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    /** Returns the context for a client that only trusts this certificate. */
    SSLContext createTrustingContext() throws IOException, GeneralSecurityException {
        KeyStore trustStore = KeyStore.getInstance("PKCS12");
        trustStore.load(null, null);
        trustStore.setCertificateEntry("it", load().getCertificate("it"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trustStore);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
