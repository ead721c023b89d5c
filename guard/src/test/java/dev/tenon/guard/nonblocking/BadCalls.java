package dev.tenon.guard.nonblocking;

import dev.tenon.client.CallOptions;
import dev.tenon.client.McpClient;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.coverage.support.CaseSampler;
import dev.tenon.testkit.misbehaviour.Misbehaviour;
import dev.tenon.testkit.misbehaviour.MisbehaviourRegistry;
import dev.tenon.testkit.misbehaviour.ObservedOutcome;
import dev.tenon.testkit.misbehaviour.ProtocolEra;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Asks a bad server for what it does badly, and tells what the client and an observer see of it. */
record BadCalls(McpClient client, Ways ways) {
    private static final int ONE_IN = 3;

    /**
     * Those that a call can ask for in that era; only those that make everybody wait, or only the others. A usual run
     * tries one in three.
     */
    static List<Misbehaviour> tried(
            ProtocolEra era, boolean slow, Function<Misbehaviour, Set<ObservedOutcome>> outcomes) {
        return MisbehaviourRegistry.ALL.stream()
                .filter(bad -> !outcomes.apply(bad).isEmpty()
                        && bad.trigger().canNameMisbehaviour()
                        && bad.eras().contains(era))
                .filter(bad -> slow
                        ? outcomes.apply(bad).equals(Set.of(ObservedOutcome.TIMEOUT))
                        : !outcomes.apply(bad).contains(ObservedOutcome.TIMEOUT))
                .filter(bad -> CaseSampler.includes(bad.name() + era, ONE_IN))
                .toList();
    }

    /** What comes of it once, for the client and for observers. */
    String seen(Misbehaviour misbehaviour) {
        int before = told(misbehaviour).size();
        String outcome = outcome(misbehaviour);
        List<String> told = told(misbehaviour);
        return outcome + " " + told.subList(before, told.size());
    }

    private String outcome(Misbehaviour misbehaviour) {
        String name = misbehaviour.name();
        try {
            return String.valueOf(
                    switch (misbehaviour.trigger()) {
                        case READ -> client.readResource("test://bad/" + name);
                        case PROMPT -> client.getPrompt("bad", Map.of("as", name));
                        default ->
                            client.callTool("bad", Map.of("as", name), CallOptions.DEFAULT.onProgress(news -> {}));
                    });
        } catch (ServerErrorException e) {
            return e.code() + " " + e.serverMessage() + " " + e.data();
        } catch (McpClientException e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }

    /** Returns whether two calls in a row get a response, in one of several attempts: the call timeout may be short. */
    static boolean hasSettled(McpClient client, int tries) {
        for (int i = 0; i < tries; i++) {
            try {
                client.callTool("echo", Map.of("text", "first"));
                client.callTool("echo", Map.of("text", "second"));
                return true;
            } catch (ServerErrorException e) {
                // Once more: the server may be started again, or the machine busy.
            }
        }
        return false;
    }

    /** What observers were told of it: the verdict, why there was no answer, and what policies found. */
    private List<String> told(Misbehaviour misbehaviour) {
        return exchanges(misbehaviour).stream()
                .map(seen -> seen.how().outcome() + " " + seen.how().failure() + " "
                        + seen.how().reports() + " " + seen.how().error())
                .toList();
    }

    /** The exchanges in which it was asked for. */
    List<Ways.Seen> exchanges(Misbehaviour misbehaviour) {
        String name = misbehaviour.name();
        return ways.seen().stream()
                .filter(seen -> seen.exchange().request().body().toString().contains("\"" + name + "\"")
                        || ("test://bad/" + name)
                                .equals(seen.exchange().request().targetName()))
                .toList();
    }
}
