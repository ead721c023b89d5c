package dev.tenon.testkit.misbehaviour;

/** The era of the protocol that a misbehaving server implements. */
public enum ProtocolEra {
    /** 2025-11-25: a handshake, and over HTTP a session. */
    LEGACY,
    /** 2026-07-28: stateless. */
    STATELESS
}
