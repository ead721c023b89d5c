package dev.tenon.oauth.server.internal;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import dev.tenon.oauth.server.InvalidTokenException;
import java.math.BigInteger;
import java.text.ParseException;
import java.util.Map;

/** Verifies signatures. Decides which keys and algorithms are compatible; the Nimbus library does the cryptography. */
public final class SignatureVerifier {
    private static final int MIN_RSA_BITS = 2048;
    private static final int MAX_RSA_BITS = 8192;
    private static final int MAX_EXPONENT_BITS = 33;
    private static final Map<String, Curve> CURVES =
            Map.of("ES256", Curve.P_256, "ES384", Curve.P_384, "ES512", Curve.P_521);

    private SignatureVerifier() {}

    /** Parses the header with Nimbus. */
    public static JWSHeader parseHeader(CompactJws jws) {
        try {
            return JWSHeader.parse(Base64URL.from(jws.headerText()));
        } catch (ParseException e) {
            throw new InvalidTokenException("the header is not a JWS header");
        }
    }

    /**
     * Returns whether the key may verify signatures of this algorithm. False for private keys, keys of a different
     * algorithm or curve, and RSA keys with fewer than 2048 or more than 8192 bits or an unsuitable exponent.
     */
    static boolean isCompatible(JWK key, String algorithm) {
        if (key.isPrivate()
                || key.getAlgorithm() != null && !key.getAlgorithm().getName().equals(algorithm)) {
            return false;
        }
        if (key instanceof RSAKey rsa) {
            return (algorithm.startsWith("RS") || algorithm.startsWith("PS")) && isStrong(rsa);
        }
        return key instanceof ECKey ec && ec.getCurve().equals(CURVES.get(algorithm));
    }

    private static boolean isStrong(RSAKey key) {
        try {
            var rsa = key.toRSAPublicKey();
            int bits = rsa.getModulus().bitLength();
            BigInteger exponent = rsa.getPublicExponent();
            return bits >= MIN_RSA_BITS
                    && bits <= MAX_RSA_BITS
                    && exponent.testBit(0)
                    && exponent.bitLength() > 1
                    && exponent.bitLength() <= MAX_EXPONENT_BITS;
        } catch (JOSEException e) {
            return false;
        }
    }

    /** Returns whether this compatible key created the signature. */
    public static boolean isValid(JWK key, JWSHeader header, CompactJws jws) {
        try {
            JWSVerifier verifier = key instanceof RSAKey rsa ? new RSASSAVerifier(rsa) : new ECDSAVerifier((ECKey) key);
            return verifier.verify(header, jws.signingInput(), Base64URL.from(jws.signature()));
        } catch (JOSEException e) {
            return false;
        }
    }
}
