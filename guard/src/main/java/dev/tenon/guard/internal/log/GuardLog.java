package dev.tenon.guard.internal.log;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The logger of the guard, by whose name users select its messages. */
public final class GuardLog {
    public static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private GuardLog() {}
}
