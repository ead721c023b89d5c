package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Mutates seeds with knowledge of the text structure: pieces between brackets, quotes, commas and line ends are moved,
 * duplicated, removed and swapped; words of the protocol and unusual bytes are inserted. The same seed number produces
 * the same inputs.
 */
final class InputMutator {
    private static final int MAX_LENGTH = 5_000;
    private static final int MAX_CHANGES = 5;

    private final Random random;
    private final List<byte[]> seeds;

    InputMutator(long seed, List<byte[]> seeds) {
        this.random = new Random(seed);
        this.seeds = List.copyOf(seeds);
    }

    /** Returns the next input. */
    byte[] next() {
        byte[] input = pickAny(seeds).clone();
        for (int changes = 1 + random.nextInt(MAX_CHANGES); changes > 0; changes--) {
            input = mutateOnce(input);
        }
        return input.length > MAX_LENGTH ? Arrays.copyOf(input, MAX_LENGTH) : input;
    }

    private byte[] mutateOnce(byte[] b) {
        int from = pickEdge(b);
        int to = pickEdge(b);
        if (from > to) {
            int swap = from;
            from = to;
            to = swap;
        }
        return switch (random.nextInt(10)) {
            case 0 -> setByte(b, (byte) random.nextInt(256));
            case 1 -> setByte(b, (byte) FuzzDictionary.BYTES.charAt(random.nextInt(FuzzDictionary.BYTES.length())));
            case 2 -> join(b, 0, from, b, to, b.length); // removes a piece
            case 3 -> join(b, 0, to, b, from, b.length); // duplicates a piece
            case 4 -> Arrays.copyOf(b, from);
            case 5 -> splice(b, from, to);
            case 6 -> insert(b, from, from, pickWord());
            case 7 -> insert(b, from, to, pickWord());
            case 8 -> insert(b, from, from, repeat(pickWord()));
            default -> swap(b, from, to);
        };
    }

    private <T> T pickAny(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private byte[] pickWord() {
        return pickAny(FuzzDictionary.TOKENS).getBytes(UTF_8);
    }

    /** Returns a position in the text, mostly the start or end of a piece. */
    private int pickEdge(byte[] b) {
        int at = random.nextInt(b.length + 1);
        if (random.nextInt(4) == 0) {
            return at;
        }
        while (at < b.length && "{}[]\":,\n ;=/?%|".indexOf(b[at]) < 0) {
            at++;
        }
        return at;
    }

    private byte[] setByte(byte[] b, byte value) {
        if (b.length > 0) {
            b[random.nextInt(b.length)] = value;
        }
        return b;
    }

    private byte[] repeat(byte[] word) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int times = 1 + random.nextInt(80); times > 0; times--) {
            out.writeBytes(word);
        }
        return out.toByteArray();
    }

    private byte[] splice(byte[] b, int from, int to) {
        byte[] other = pickAny(seeds);
        int begin = pickEdge(other);
        int end = pickEdge(other);
        return insert(b, from, to, Arrays.copyOfRange(other, Math.min(begin, end), Math.max(begin, end)));
    }

    private byte[] swap(byte[] b, int from, int to) {
        int middle = from + (to - from) / 2;
        byte[] swapped = join(b, middle, to, b, from, middle);
        return insert(b, from, to, swapped);
    }

    private static byte[] insert(byte[] b, int from, int to, byte[] piece) {
        return join(join(b, 0, from, piece, 0, piece.length), 0, from + piece.length, b, to, b.length);
    }

    private static byte[] join(byte[] a, int from, int to, byte[] b, int start, int end) {
        byte[] joined = Arrays.copyOf(Arrays.copyOfRange(a, from, to), to - from + end - start);
        System.arraycopy(b, start, joined, to - from, end - start);
        return joined;
    }
}
