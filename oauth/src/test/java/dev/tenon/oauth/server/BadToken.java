package dev.tenon.oauth.server;

/**
 * A token that must be rejected.
 *
 * @param what is wrong with it
 * @param reason the expected reason in the log
 */
record BadToken(String what, String reason, String token) {
    @Override
    public String toString() {
        return what;
    }
}
