package dev.tenon.oauth.server;

/**
 * A token that must not be accepted.
 *
 * @param what is wrong with it
 * @param reason what the log says
 */
record BadToken(String what, String reason, String token) {
    @Override
    public String toString() {
        return what;
    }
}
