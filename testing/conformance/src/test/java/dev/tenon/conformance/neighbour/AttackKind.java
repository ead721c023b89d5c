package dev.tenon.conformance.neighbour;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * The attacks of the table in docs/threat-model.md, each with the limits that it reaches, by their names in
 * docs/errors.md.
 */
enum AttackKind {
    SLOW_WEB_SOCKET(folder -> SocketAttacks.slowWebSockets(3, 90), "paused_reads", "queue or waiting_bytes"),
    SLOW_HTTP_SSE(folder -> new HttpSseAttack(3, 60), "queue or waiting_bytes"),
    SLOW_STREAMABLE_HTTP(folder -> SocketAttacks.unreadResults(30, 20), "paused_reads", "slow_readers"),
    HTTP2_UNREAD_STREAMS(folder -> new Http2Attack(Http2Attack.Kind.UNREAD_STREAMS), "waiting_bytes"),
    HTTP2_RAPID_RESET(folder -> new Http2Attack(Http2Attack.Kind.RAPID_RESET), "reset_floods"),
    SILENT_LISTENERS(folder -> SocketAttacks.silentListeners(500), "subscriptions"),
    PIPELINING_100(folder -> SocketAttacks.pipelinedCalls(100), "paused_reads"),
    PIPELINING_600(folder -> SocketAttacks.pipelinedCalls(600), "paused_reads", "waiting_bytes"),
    SLOW_HEADS(folder -> SocketAttacks.slowHeads(200), "slow_senders"),
    SLOW_BODIES(folder -> SocketAttacks.slowBodies(200), "slow_senders"),
    SLOW_HANDLERS_OF_SESSIONS(folder -> SocketAttacks.slowHandlers(4, 100), "requests_per_session"),
    SLOW_HANDLERS(folder -> SocketAttacks.slowCalls("slow", 700), "requests_per_process"),
    STDIO_UNREAD(UnreadStdioAttack::new, "queue"),
    SESSION_FLOOD(folder -> SocketAttacks.sessions(10, 3_000), "sessions_per_caller"),
    GUARD_PIPELINING_100(NeighbourGuard.class, folder -> SocketAttacks.pipelinedCalls(100), "paused_reads"),
    GUARD_HUNG_UPSTREAM(
            NeighbourGuard.class,
            folder -> SocketAttacks.slowCalls(NeighbourGuard.HUNG + "slow", 400),
            "requests_per_process");

    private final Class<?> program;
    private final Function<Path, Attack> attack;
    private final List<String> bounds;

    AttackKind(Function<Path, Attack> attack, String... bounds) {
        this(NeighbourServer.class, attack, bounds);
    }

    AttackKind(Class<?> program, Function<Path, Attack> attack, String... bounds) {
        this.program = program;
        this.attack = attack;
        this.bounds = List.of(bounds);
    }

    /** Returns the program that is attacked. */
    Class<?> program() {
        return program;
    }

    /**
     * Returns the limits that the attack reaches: the first soon, the others later. Which of "a or b" is reached first
     * depends on the machine.
     */
    List<String> bounds() {
        return bounds;
    }

    /** Returns the attack; {@code folder} is the folder of the attacked program. */
    Attack attack(Path folder) {
        return attack.apply(folder);
    }
}
