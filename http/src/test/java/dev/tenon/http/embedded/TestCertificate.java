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
final class TestCertificate {
    static final String PASSWORD = "changeit";

    final Path keyStoreFile;
    final Path certificateFile;
    final Path keyFile;

    TestCertificate(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        keyStoreFile = folder.resolve("keys.p12");
        certificateFile = folder.resolve("certificate.pem");
        keyFile = folder.resolve("key.pem");
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
                        keyStoreFile.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes());
        if (!keytool.waitFor(1, TimeUnit.MINUTES) || keytool.exitValue() != 0) {
            throw new IOException("keytool failed: " + output);
        }
        KeyStore store = loadKeyStore();
        writePem(certificateFile, "CERTIFICATE", store.getCertificate("it").getEncoded());
        writePem(
                keyFile,
                "PRIVATE KEY",
                store.getKey("it", PASSWORD.toCharArray()).getEncoded());
    }

    private KeyStore loadKeyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStoreFile)) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private static void writePem(Path file, String type, byte[] content) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(("-----BEGIN " + type + "-----\n").getBytes());
            out.write(Base64.getMimeEncoder(64, new byte[] {'\n'}).encode(content));
            out.write(("\n-----END " + type + "-----\n").getBytes());
        }
    }

    /** Returns the TLS settings of a client that trusts only this certificate. */
    SSLContext clientContext() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("it", loadKeyStore().getCertificate("it"));
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
