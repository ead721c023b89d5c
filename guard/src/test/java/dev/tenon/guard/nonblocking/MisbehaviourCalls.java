package dev.tenon.guard.nonblocking;

import dev.tenon.client.CallOptions;
import dev.tenon.client.McpClient;
import dev.tenon.client.error.McpClientException;
import dev.tenon.client.error.ServerErrorException;
import dev.tenon.coverage.support.CaseSampler;
import dev.tenon.guard.nonblocking.CallThreadRecorder.RecordedCall;
import dev.tenon.testkit.misbehaviour.Misbehaviour;
import dev.tenon.testkit.misbehaviour.MisbehaviourRegistry;
import dev.tenon.testkit.misbehaviour.ObservedOutcome;
import dev.tenon.testkit.misbehaviour.ProtocolEra;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Calls a misbehaving server, and describes what the client and an observer receive. */
record MisbehaviourCalls(McpClient client, CallThreadRecorder recorder) {
    private static final int ONE_IN = 3;

    /**
     * Returns the misbehaviours that a call can name in this era: only those that cause a timeout, or only the others.
     * A quick run uses one in three.
     */
    static List<Misbehaviour> selectMisbehaviours(
            ProtocolEra era, boolean slow, Function<Misbehaviour, Set<ObservedOutcome>> outcomes) {
        return MisbehaviourRegistry.ALL.stream()
                .filter(misbehaviour -> !outcomes.apply(misbehaviour).isEmpty()
                        && misbehaviour.trigger().canNameMisbehaviour()
                        && misbehaviour.eras().contains(era))
                .filter(misbehaviour -> slow
                        ? outcomes.apply(misbehaviour).equals(Set.of(ObservedOutcome.TIMEOUT))
                        : !outcomes.apply(misbehaviour).contains(ObservedOutcome.TIMEOUT))
                .filter(misbehaviour -> CaseSampler.includes(misbehaviour.name() + era, ONE_IN))
                .toList();
    }

    /** Calls once, and describes the outcome for the client and for observers. */
    String callAndDescribe(Misbehaviour misbehaviour) {
        int before = describeRecordedCalls(misbehaviour).size();
        String outcome = call(misbehaviour);
        List<String> descriptions = describeRecordedCalls(misbehaviour);
        return outcome + " " + descriptions.subList(before, descriptions.size());
    }

    private String call(Misbehaviour misbehaviour) {
        String name = misbehaviour.name();
        try {
            return String.valueOf(
                    switch (misbehaviour.trigger()) {
                        case READ -> client.readResource("test://bad/" + name);
                        case PROMPT -> client.getPrompt("bad", Map.of("as", name));
                        default ->
                            client.callTool("bad", Map.of("as", name), CallOptions.DEFAULT.onProgress(progress -> {}));
                    });
        } catch (ServerErrorException e) {
            return e.code() + " " + e.serverMessage() + " " + e.data();
        } catch (McpClientException e) {
            return e.getClass().getSimpleName() + " " + e.getMessage();
        }
    }

    /** Returns whether two calls in a row get a response, in one of several attempts: the call timeout may be short. */
    static boolean isResponsive(McpClient client, int attempts) {
        for (int i = 0; i < attempts; i++) {
            try {
                client.callTool("echo", Map.of("text", "first"));
                client.callTool("echo", Map.of("text", "second"));
                return true;
            } catch (ServerErrorException e) {
                // Retried: the server may be restarting, or the machine busy.
            }
        }
        return false;
    }

    /** Returns what observers received: the outcome, why there was no response, and the findings of policies. */
    private List<String> describeRecordedCalls(Misbehaviour misbehaviour) {
        return recordedCalls(misbehaviour).stream()
                .map(call -> call.end().outcome() + " " + call.end().failure() + " "
                        + call.end().reports() + " " + call.end().error())
                .toList();
    }

    /** Returns the calls that named this misbehaviour. */
    List<RecordedCall> recordedCalls(Misbehaviour misbehaviour) {
        String name = misbehaviour.name();
        return recorder.calls().stream()
                .filter(call -> call.start().request().body().toString().contains("\"" + name + "\"")
                        || ("test://bad/" + name).equals(call.start().request().targetName()))
                .toList();
    }
}
