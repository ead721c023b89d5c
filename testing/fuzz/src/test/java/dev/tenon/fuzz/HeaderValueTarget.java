package dev.tenon.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.http.HeaderValueCodec;
import dev.tenon.http.HostOriginPolicy;
import dev.tenon.http.MediaTypes;
import java.util.List;

/** Fuzzes header values: reading any value throws nothing, and any text can be encoded and decoded. */
public final class HeaderValueTarget {
    private static final int COST = 100;
    private static final HostOriginPolicy LOCAL = HostOriginPolicy.loopbackOnly();

    private HeaderValueTarget() {}

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        String raw = new String(input, ISO_8859_1);
        String text = new String(input, UTF_8);
        AllocationLimiter.runBounded(input.length, COST, () -> read(raw) && read(text));
        FuzzAssertions.assertEqual(
                HeaderValueCodec.decode(HeaderValueCodec.encode(text)), text, () -> "through a header");
        String decoded = HeaderValueCodec.decode(raw);
        if (decoded != null) {
            FuzzAssertions.assertEqual(
                    HeaderValueCodec.decode(HeaderValueCodec.encode(decoded)), decoded, () -> "encoded again");
        }
    }

    private static boolean read(String value) {
        List<String> values = List.of(value, value);
        String decoded = HeaderValueCodec.decode(value);
        boolean json = MediaTypes.isJson(List.of(value)) | MediaTypes.isJson(values);
        boolean accepted =
                MediaTypes.accepts(values, MediaTypes.JSON) | MediaTypes.accepts(values, "text/event-stream");
        boolean allowed = LOCAL.allowsHost(value) | LOCAL.allowsOrigin(value);
        return decoded == null | json | accepted | allowed | true;
    }
}
