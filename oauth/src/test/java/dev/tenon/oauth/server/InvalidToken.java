package dev.tenon.oauth.server;

/**
 * A token that must be rejected.
 *
 * @param description what is wrong with it
 * @param reason the expected reason in the log
 */
record InvalidToken(String description, String reason, String token) {
    @Override
    public String toString() {
        return description;
    }
}
