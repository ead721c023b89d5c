package dev.tenon.cli.demo;

import dev.tenon.model.ToolAnnotations;
import dev.tenon.schema.annotation.Description;
import dev.tenon.schema.annotation.NumberRange;
import dev.tenon.server.feature.ToolSpec;
import java.util.function.DoubleUnaryOperator;

/**
 * Uses records for its input and output. The server validates the result against the schema of the output record, and
 * sends it as structured content and as text for older clients.
 */
final class ConvertTemperatureTool {
    /** A temperature scale with its conversions to and from kelvin. */
    enum Scale {
        CELSIUS(c -> c + 273.15, k -> k - 273.15),
        FAHRENHEIT(f -> (f + 459.67) * 5 / 9, k -> k * 9 / 5 - 459.67),
        KELVIN(k -> k, k -> k);

        private final DoubleUnaryOperator toKelvin;
        private final DoubleUnaryOperator fromKelvin;

        Scale(DoubleUnaryOperator toKelvin, DoubleUnaryOperator fromKelvin) {
            this.toKelvin = toKelvin;
            this.fromKelvin = fromKelvin;
        }
    }

    record Conversion(
            @Description("The temperature") @NumberRange(min = -500, max = 1_000_000)
            double degrees,

            @Description("The scale it is given in") Scale from,
            @Description("The scale to convert it to") Scale to) {}

    record Temperature(@Description("Rounded to two digits") double degrees, Scale scale) {}

    private ConvertTemperatureTool() {}

    static ToolSpec spec() {
        return ToolSpec.builder("convert")
                .title("Convert a temperature")
                .description("Converts a temperature between Celsius, Fahrenheit and Kelvin.")
                .annotations(ToolAnnotations.NONE.withReadOnlyHint(true).withOpenWorldHint(false))
                .input(Conversion.class)
                .output(Temperature.class)
                .handler((conversion, call) -> convert(conversion));
    }

    private static Temperature convert(Conversion conversion) {
        double kelvin = conversion.from().toKelvin.applyAsDouble(conversion.degrees());
        double degrees = conversion.to().fromKelvin.applyAsDouble(kelvin);
        return new Temperature(Math.round(degrees * 100) / 100.0, conversion.to());
    }
}
