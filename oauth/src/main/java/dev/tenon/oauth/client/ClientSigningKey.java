package dev.tenon.oauth.client;

import dev.tenon.oauth.internal.SupportedSignatureAlgorithms;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The private key with which a client signs its assertions (RFC 7523).
 *
 * @param algorithm the JWS algorithm, such as {@code ES256} or {@code RS256}
 * @param key the private key
 * @param id the registered {@code kid} of the key, or null
 */
public record ClientSigningKey(
        String algorithm, PrivateKey key, @Nullable String id) {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    public ClientSigningKey {
        if (!SupportedSignatureAlgorithms.ALL.contains(algorithm)) {
            throw new IllegalArgumentException("Not a supported algorithm for client assertions: " + algorithm);
        }
    }

    /**
     * Parses a key in PKCS #8 PEM format, {@code -----BEGIN PRIVATE KEY-----}.
     *
     * @throws IllegalArgumentException if the text is not a private key, or its type does not fit the algorithm
     */
    public static ClientSigningKey ofPem(String algorithm, String pem) {
        int begin = pem.indexOf(BEGIN);
        int end = pem.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("Not a private key: it must begin with " + BEGIN
                    + ". To convert other formats: openssl pkcs8 -topk8 -nodes");
        }
        try {
            byte[] der = Base64.getMimeDecoder().decode(pem.substring(begin + BEGIN.length(), end));
            String kind = algorithm.startsWith("ES") ? "EC" : "RSA";
            PrivateKey key = KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(der));
            return new ClientSigningKey(algorithm, key, null);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            // Without the cause, which could quote the key.
            throw new IllegalArgumentException("Not a private key for " + algorithm);
        }
    }

    /** Returns a copy with the {@code kid} that is registered at the authorization server. */
    public ClientSigningKey withId(@Nullable String changed) {
        return new ClientSigningKey(algorithm, key, changed);
    }

    /** Returns the supported JWS algorithms, sorted. */
    public static List<String> algorithms() {
        return List.copyOf(SupportedSignatureAlgorithms.ALL);
    }

    /** Returns the algorithm without the key. */
    @Override
    public String toString() {
        return "ClientSigningKey[" + algorithm + "]";
    }
}
