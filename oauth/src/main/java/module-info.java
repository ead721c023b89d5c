import org.jspecify.annotations.NullMarked;

/**
 * OAuth for MCP clients and servers. A program that protects a server also requires {@code dev.tenon.server}; a program
 * that calls one also requires {@code dev.tenon.client}.
 */
@NullMarked
module dev.tenon.oauth {
    requires static com.google.errorprone.annotations;
    requires com.nimbusds.jose.jwt;
    requires oauth2.oidc.sdk;
    requires org.slf4j;
    requires transitive dev.tenon.core;
    requires static transitive dev.tenon.client;
    requires static transitive dev.tenon.server;

    exports dev.tenon.oauth.client;
    exports dev.tenon.oauth.client.internal to
            dev.tenon.core;
    exports dev.tenon.oauth.client.token;
    exports dev.tenon.oauth.server;
}
