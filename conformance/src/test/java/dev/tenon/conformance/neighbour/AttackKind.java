package dev.tenon.conformance.neighbour;

import java.util.function.Supplier;

/** The attacks of the table in docs/threat-model.md, each with the counter of the bound that it meets. */
enum AttackKind {
    SLOW_WEB_SOCKET("pausedReads", () -> SocketAttacks.slowWebSockets(3, 90)),
    SLOW_HTTP_SSE("QUEUE", () -> new HttpSseAttack(3, 60)),
    SLOW_STREAMABLE_HTTP("pausedReads", () -> SocketAttacks.unreadResults(30, 20)),
    HTTP2_UNREAD_STREAMS("cutAnswers", () -> new Http2Attack(Http2Attack.Kind.UNREAD_STREAMS)),
    HTTP2_RAPID_RESET("resetFloods", () -> new Http2Attack(Http2Attack.Kind.RAPID_RESET)),
    SILENT_LISTENERS("SUBSCRIPTIONS", () -> SocketAttacks.silentListeners(500)),
    PIPELINING_100("pausedReads", () -> SocketAttacks.pipelining(100)),
    PIPELINING_600("pausedReads", () -> SocketAttacks.pipelining(600)),
    SLOW_HEADS("slowSenders", () -> SocketAttacks.slowHeads(200)),
    SLOW_BODIES("slowSenders", () -> SocketAttacks.slowBodies(200)),
    SLOW_HANDLERS("REQUESTS_PER_SESSION", () -> SocketAttacks.slowHandlers(4, 100)),
    SESSION_FLOOD("SESSIONS_PER_CALLER", () -> SocketAttacks.sessions(10, 3_000));

    private final String counter;
    private final Supplier<Attack> attack;

    AttackKind(String counter, Supplier<Attack> attack) {
        this.counter = counter;
        this.attack = attack;
    }

    /** The name of the counter that moves when the attack meets its bound, as {@link StatePage} has it. */
    String counter() {
        return counter;
    }

    Attack attack() {
        return attack.get();
    }
}
