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

/**
 * The TLS certificate and private key of the server. It supports TLS 1.2 and 1.3, and selects HTTP/2 or HTTP/1.1 by
 * ALPN.
 */
public final class TlsCertificate {
    private final KeyCertOptions options;

    private TlsCertificate(KeyCertOptions options) {
        this.options = options;
    }

    /**
     * Reads PEM files: a certificate with its chain, and its private key (PKCS#8, not encrypted).
     *
     * @throws HttpServerStartException when a file cannot be read
     */
    public static TlsCertificate fromPem(Path certificates, Path key) {
        return new TlsCertificate(
                new PemKeyCertOptions().setCertValue(readPem(certificates)).setKeyValue(readPem(key)));
    }

    private static Buffer readPem(Path file) {
        try {
            return Buffer.buffer(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new HttpServerStartException("Cannot read " + file + " for TLS: " + e, e);
        }
    }

    /**
     * Reads the only key in a key store file, of any type that the JVM supports.
     *
     * @throws HttpServerStartException when the file cannot be read, or not with that password
     */
    public static TlsCertificate fromKeyStore(Path file, String password) {
        try {
            return fromKeyStore(KeyStore.getInstance(file.toFile(), password.toCharArray()), password);
        } catch (IOException | GeneralSecurityException e) {
            throw new HttpServerStartException("Cannot read the key store " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Uses the only key in a key store.
     *
     * @throws HttpServerStartException when it cannot be read with that password
     */
    public static TlsCertificate fromKeyStore(KeyStore store, String password) {
        try {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, password.toCharArray());
            return new TlsCertificate(KeyCertOptions.wrap(factory));
        } catch (GeneralSecurityException e) {
            throw new HttpServerStartException("Cannot use the key store: " + e.getMessage(), e);
        }
    }

    KeyCertOptions keyCertOptions() {
        return options;
    }
}
