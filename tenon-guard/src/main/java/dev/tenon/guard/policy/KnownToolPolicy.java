package dev.tenon.guard.policy;

import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;

/**
 * Refuses calls of tools that the server does not list: nothing is known of them to check by, and a server may do anything with a name
 * that it does not list. It comes before all that counts calls, so that made-up names are not counted. It is the part of {@code schemas}
 * that looks at names.
 */
public final class KnownToolPolicy implements QuickPolicy {
    /** A policy without settings. */
    public KnownToolPolicy() {}

    @Override
    public String name() {
        return "schemas";
    }

    @Override
    public Ruling rule(Passage passage) {
        boolean call = passage.part() == Part.REQUEST && passage.method().equals("tools/call");
        if (!call || passage.definition() != null) {
            return Ruling.PASS;
        }
        String named = Quote.shortened(passage.name());
        return Ruling.refuse(
                Finding.of("schemas.unknown", "The tool " + named + " is in no list of its server."),
                Refusal.error(ErrorCode.INVALID_PARAMS, "Unknown tool: " + named));
    }
}
