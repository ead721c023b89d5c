package dev.tenon.http.embedded;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;

/** The certificate of the server and its key. TLS 1.2 and 1.3 are spoken, HTTP/2 and HTTP/1.1 by ALPN. */
public final class Tls {
    private final KeyCertOptions options;

    private Tls(KeyCertOptions options) {
        this.options = options;
    }

    /**
     * A certificate, with the chain that leads to its issuer, and its private key (PKCS#8, not encrypted), as PEM files.
     *
     * @throws HttpStartException when a file cannot be read
     */
    public static Tls pem(Path certificates, Path key) {
        return new Tls(new PemKeyCertOptions().setCertValue(read(certificates)).setKeyValue(read(key)));
    }

    private static Buffer read(Path file) {
        try {
            return Buffer.buffer(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new HttpStartException("Cannot read " + file + " for TLS: " + e, e);
        }
    }

    /**
     * The one key in a key store file, of any type that this JVM knows.
     *
     * @throws HttpStartException when it cannot be read, or not with that password
     */
    public static Tls keyStore(Path file, String password) {
        try {
            return keyStore(KeyStore.getInstance(file.toFile(), password.toCharArray()), password);
        } catch (IOException | GeneralSecurityException e) {
            throw new HttpStartException("Cannot read the key store " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * The one key in a key store.
     *
     * @throws HttpStartException when it cannot be read with that password
     */
    public static Tls keyStore(KeyStore store, String password) {
        try {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password.toCharArray());
            return new Tls(KeyCertOptions.wrap(factory));
        } catch (GeneralSecurityException e) {
            throw new HttpStartException("Cannot use the key store: " + e.getMessage(), e);
        }
    }

    KeyCertOptions options() {
        return options;
    }
}
