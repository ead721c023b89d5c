package dev.tenon.battery;

/** Compares one answer with what is expected of it. */
final class Wanted {
    private Wanted() {}

    static boolean fits(Expected.Answer expected, Reply reply, Ids ids) {
        return expected.code() == reply.code()
                && idFits(expected, reply, ids)
                && expected.words().stream().allMatch(reply.words()::contains);
    }

    private static boolean idFits(Expected.Answer expected, Reply reply, Ids ids) {
        String id = reply.id();
        if (expected.id() == null) {
            return ids == Ids.NULL ? "null".equals(id) : id == null;
        }
        return expected.id().equals(Expected.Answer.ANY_ID)
                ? id != null
                : expected.id().equals(id);
    }
}
