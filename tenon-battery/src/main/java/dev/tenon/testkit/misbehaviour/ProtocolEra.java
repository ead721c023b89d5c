package dev.tenon.testkit.misbehaviour;

/** How a hostile server speaks where it behaves. */
public enum ProtocolEra {
    /** 2025-11-25: a handshake, and over HTTP a session. */
    LEGACY,
    /** 2026-07-28: stateless. */
    STATELESS
}
