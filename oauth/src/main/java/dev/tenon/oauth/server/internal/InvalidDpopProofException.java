package dev.tenon.oauth.server.internal;

/** Thrown if a DPoP proof is invalid (RFC 9449, section 4.3). The message is for the log. */
public final class InvalidDpopProofException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String error;

    private InvalidDpopProofException(String error, String reason) {
        super(reason, null, false, false);
        this.error = error;
    }

    static InvalidDpopProofException invalidProof(String reason) {
        return new InvalidDpopProofException("invalid_dpop_proof", reason);
    }

    /** Creates the exception for a missing or expired nonce. The response contains a valid one. */
    static InvalidDpopProofException nonceRequired(String reason) {
        return new InvalidDpopProofException("use_dpop_nonce", reason);
    }

    /** Returns the error code of RFC 9449. */
    public String error() {
        return error;
    }
}
