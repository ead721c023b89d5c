package dev.tenon.testkit;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A server that the table is tried on: what it has in place of what a {@link SampleServer} has, and which cases it has
 * nothing for.
 */
public final class ServerProfile {
    /** The server that the table was written for. */
    public static final ServerProfile SPECIMEN = new ServerProfile(Map.of(), Map.of(), Set.of(), Map.of());

    private final Map<String, String> names;
    private final Map<String, String> leftOut;
    private final Set<String> ownWords;
    private final Map<String, Integer> inSessions;

    private ServerProfile(
            Map<String, String> names,
            Map<String, String> leftOut,
            Set<String> ownWords,
            Map<String, Integer> inSessions) {
        this.names = names;
        this.leftOut = leftOut;
        this.ownWords = ownWords;
        this.inSessions = inSessions;
    }

    /** Has something else in place of what stands in the cases; what was named first is replaced first. */
    public ServerProfile withReplacement(String inTheTable, String instead) {
        Map<String, String> more = new LinkedHashMap<>(names);
        more.put(inTheTable, instead);
        return new ServerProfile(more, leftOut, ownWords, inSessions);
    }

    /** Leaves out these cases, by their names, for that reason, which the reports of the tests show. */
    public ServerProfile withoutCases(String reason, String... cases) {
        Map<String, String> more = new LinkedHashMap<>(leftOut);
        for (String one : cases) {
            more.put(one, reason);
        }
        return new ServerProfile(names, more, ownWords, inSessions);
    }

    /** Answers these cases, by their names, itself: with the same code and id, but in words of its own. */
    public ServerProfile withOwnMessages(String... cases) {
        Set<String> more = new LinkedHashSet<>(ownWords);
        more.addAll(List.of(cases));
        return new ServerProfile(names, leftOut, more, inSessions);
    }

    /** Answers these cases, by their names, with this error code in a session. */
    public ServerProfile withSessionErrorCode(int code, String... cases) {
        Map<String, Integer> more = new LinkedHashMap<>(inSessions);
        for (String one : cases) {
            more.put(one, code);
        }
        return new ServerProfile(names, leftOut, ownWords, more);
    }

    /** Why a case is left out, if it is. */
    Optional<String> skipReason(InputCase tried) {
        return Optional.ofNullable(leftOut.get(tried.name()));
    }

    /** The case as this server has it. */
    InputCase adapt(InputCase tried, TestTarget place) {
        if (names.isEmpty() && ownWords.isEmpty()) {
            return tried;
        }
        Integer code = place.revision().isStateless() ? null : inSessions.get(tried.name());
        MessageTemplate sent = tried.sentTemplate();
        boolean own = ownWords.contains(tried.name());
        return tried.withSentAndExpected(
                new MessageTemplate(replaceNames(sent.text()), sent.charset()),
                adaptExpected(tried.expected(), own, code),
                own);
    }

    private ExpectedResponse adaptExpected(ExpectedResponse expected, boolean own, @Nullable Integer code) {
        if (expected instanceof ExpectedResponse.SingleResponse answer) {
            return adaptResponse(answer, own, code == null ? answer.code() : code);
        }
        return expected instanceof ExpectedResponse.BatchResponse batch
                ? new ExpectedResponse.BatchResponse(batch.answers().stream()
                        .map(one -> adaptResponse(one, own, one.code()))
                        .toList())
                : expected;
    }

    private ExpectedResponse.SingleResponse adaptResponse(
            ExpectedResponse.SingleResponse answer, boolean own, int code) {
        List<String> words = own
                ? List.of()
                : answer.words().stream().map(this::replaceNames).toList();
        return new ExpectedResponse.SingleResponse(code, answer.id(), answer.status(), words, answer.times());
    }

    /** A text with the names of this server. */
    String replaceNames(String inTheTable) {
        String text = inTheTable;
        for (Map.Entry<String, String> name : names.entrySet()) {
            text = text.replace(name.getKey(), name.getValue());
        }
        return text;
    }
}
