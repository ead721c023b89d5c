package dev.tenon.http.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate for this machine, created with the JDK's keytool. */
final class Certificates {
    static final String PASSWORD = "changeit";

    final Path keyStore;
    final Path certificate;
    final Path key;

    Certificates(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        keyStore = folder.resolve("keys.p12");
        certificate = folder.resolve("certificate.pem");
        key = folder.resolve("key.pem");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "it",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        keyStore.toString())
                .redirectErrorStream(true)
                .start();
        String text = new String(keytool.getInputStream().readAllBytes());
        if (!keytool.waitFor(1, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
            throw new IOException("keytool failed: " + text);
        }
        KeyStore store = load();
        pem(certificate, "CERTIFICATE", store.getCertificate("it").getEncoded());
        pem(key, "PRIVATE KEY", store.getKey("it", PASSWORD.toCharArray()).getEncoded());
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private static void pem(Path file, String what, byte[] content) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(("-----BEGIN " + what + "-----\n").getBytes());
            out.write(Base64.getMimeEncoder(64, new byte[] {'\n'}).encode(content));
            out.write(("\n-----END " + what + "-----\n").getBytes());
        }
    }

    /** Returns the TLS settings of a client that trusts only this certificate. */
    SSLContext trust() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("it", load().getCertificate("it"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
