package dev.tenon.battery.hostile;

/** How a hostile server speaks where it behaves. */
public enum Era {
    /** 2025-11-25: a handshake, and over HTTP a session. */
    LEGACY,
    /** 2026-07-28: stateless. */
    STATELESS
}
