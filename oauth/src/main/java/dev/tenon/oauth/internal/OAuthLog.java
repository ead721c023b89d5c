package dev.tenon.oauth.internal;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The loggers of this module, by whose names operators configure its messages. */
public final class OAuthLog {
    public static final Logger CLIENT_LOG = LoggerFactory.getLogger("dev.tenon.oauth.client");
    public static final Logger SERVER_LOG = LoggerFactory.getLogger("dev.tenon.oauth");

    private OAuthLog() {}
}
